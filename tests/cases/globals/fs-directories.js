// Directories of fs: what mkdir answers, modes, listings with links and types, and opendir.
async () => {
  const fs = require("fs");
  const attempt = async (call) => {
    try {
      return (await call()) ?? "nothing";
    } catch (error) {
      return [error.code, error.message];
    }
  };
  const modeOf = (path) => (fs.statSync(path).mode & 0o777).toString(8);
  const answers = [
    await attempt(() => fs.mkdirSync("/w/a/b", { recursive: true })),
    await attempt(() => fs.mkdirSync("/w/a/b", { recursive: true })),
    await attempt(() => fs.promises.mkdir("/w/a/c/d", { recursive: true })),
    await attempt(() => fs.mkdirSync("/w/private", 0o700)),
    await attempt(() => fs.mkdirSync("/w/a")),
    await attempt(() => fs.mkdirSync("/w/x/y")),
    await attempt(() => fs.mkdirSync("/w/x", { recursive: "yes" })),
    modeOf("/w/private"),
    await attempt(() => fs.mkdtempSync("/w/missing/t-")),
  ];
  const made = fs.mkdtempSync("/w/t-");
  answers.push([made.length, made.slice(0, 5), modeOf(made)]);
  fs.rmdirSync(made);
  fs.writeFileSync("/w/a/b/f", "f");
  fs.symlinkSync("a", "/w/link");
  const entries = (list) => list.map((entry) => [entry.parentPath, entry.name, entry.isDirectory(), entry.isSymbolicLink()]);
  const opened = [];
  for await (const entry of await fs.promises.opendir("/w/a")) opened.push(entry.name);
  answers.push(
    fs.readdirSync("/w", { recursive: true }),
    await fs.promises.readdir("/w", { recursive: true }),
    entries(fs.readdirSync("/w", { withFileTypes: true })),
    entries(await fs.promises.readdir("/w", { withFileTypes: true, recursive: true })),
    fs.readdirSync("/w", "buffer").map((name) => Buffer.isBuffer(name) && name.toString()),
    fs.readdirSync("/w", { withFileTypes: true })[0] instanceof fs.Dirent,
    opened.sort(),
    await attempt(() => fs.readdirSync("/w/a/b/f")),
    await attempt(() => fs.renameSync("/w/a", "/w/private")),
    await attempt(() => fs.rmdirSync("/w/private")),
    await attempt(() => fs.rmSync("/w/link")),
    fs.readdirSync("/w", { recursive: true }),
  );
  fs.rmSync("/w", { recursive: true });
  return answers;
}
//= result: [
//=   "/w",
//=   "nothing",
//=   "/w/a/c",
//=   "nothing",
//=   ["EEXIST", "EEXIST: file already exists, mkdir '/w/a'"],
//=   ["ENOENT", "ENOENT: no such file or directory, mkdir '/w/x/y'"],
//=   [
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"options.recursive\" property must be of type boolean. Received type string ('yes')",
//=   ],
//=   "700",
//=   ["ENOENT", "ENOENT: no such file or directory, mkdtemp '/w/missing/t-XXXXXX'"],
//=   [11, "/w/t-", "700"],
//=   [
//=     "a",
//=     "link",
//=     "private",
//=     "a/b",
//=     "a/c",
//=     "link/b",
//=     "link/c",
//=     "a/b/f",
//=     "a/c/d",
//=     "link/b/f",
//=     "link/c/d",
//=   ],
//=   [
//=     "a",
//=     "link",
//=     "private",
//=     "link/b",
//=     "link/c",
//=     "link/c/d",
//=     "link/b/f",
//=     "a/b",
//=     "a/c",
//=     "a/c/d",
//=     "a/b/f",
//=   ],
//=   [["/w", "a", true, false], ["/w", "link", false, true], ["/w", "private", true, false]],
//=   [
//=     ["/w", "a", true, false],
//=     ["/w", "link", false, true],
//=     ["/w", "private", true, false],
//=     ["/w/a", "b", true, false],
//=     ["/w/a", "c", true, false],
//=     ["/w/a/c", "d", true, false],
//=     ["/w/a/b", "f", false, false],
//=   ],
//=   ["a", "link", "private"],
//=   true,
//=   ["b", "c"],
//=   ["ENOTDIR", "ENOTDIR: not a directory, scandir '/w/a/b/f'"],
//=   "nothing",
//=   ["ENOTEMPTY", "ENOTEMPTY: directory not empty, rmdir '/w/private'"],
//=   "nothing",
//=   ["private", "private/b", "private/c", "private/b/f", "private/c/d"],
//= ]
