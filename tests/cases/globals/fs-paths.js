// Paths of fs are text, bytes and URLs, and lead where Linux goes.
async () => {
  const fs = require("fs");
  const attempt = (call) => {
    try {
      return call() ?? "done";
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  fs.mkdirSync("/w/real/deep", { recursive: true });
  fs.writeFileSync("/w/real/file", "real");
  fs.writeFileSync("/w/file", "top");
  fs.symlinkSync("/w/real/deep", "/w/short");
  fs.symlinkSync("loop", "/w/loop");
  const read = (path) => attempt(() => fs.readFileSync(path, "utf8"));
  const answers = [
    read("/w/short/../file"),
    read("/w/missing/../file"),
    read("/w/file/../file"),
    read("//w/./real//file"),
    read("w/file"),
    read("/w/file/"),
    read("/w/loop"),
    read(""),
    read(Buffer.from("/w/file")),
    read(new Uint8Array(Buffer.from("/w/file"))),
    read(new URL("file:///w/file")),
    read(new URL("file:///w/re%61l/file")),
    read(new URL("https://w/file")),
    read("a\0b"),
    read({ path: "/w/file" }),
    read(undefined),
    read("x".repeat(300)).slice(0, 2),
    attempt(() => fs.realpathSync("/w/short/../file")),
    attempt(() => fs.realpathSync.native("/w/short/../file")),
    attempt(() => fs.realpathSync("/w/real/missing/x")),
    attempt(() => fs.realpathSync("/w/short", "buffer").toString()),
    attempt(() => fs.readlinkSync("/w/short", { encoding: "buffer" }).toString()),
    attempt(() => fs.existsSync("/w/file/")),
    attempt(() => fs.existsSync(new URL("file:///w/file"))),
    attempt(() => fs.existsSync({})),
  ];
  fs.rmSync("/w", { recursive: true });
  return answers;
}
//= result: [
//=   "real",
//=   ["Error", "ENOENT", "ENOENT: no such file or directory, open '/w/missing/../file'"],
//=   ["Error", "ENOTDIR", "ENOTDIR: not a directory, open '/w/file/../file'"],
//=   "real",
//=   "top",
//=   ["Error", "ENOTDIR", "ENOTDIR: not a directory, open '/w/file/'"],
//=   ["Error", "ELOOP", "ELOOP: too many symbolic links encountered, open '/w/loop'"],
//=   ["Error", "ENOENT", "ENOENT: no such file or directory, open ''"],
//=   "top",
//=   "top",
//=   "top",
//=   "real",
//=   ["TypeError", "ERR_INVALID_URL_SCHEME", "The URL must be of scheme file"],
//=   [
//=     "TypeError",
//=     "ERR_INVALID_ARG_VALUE",
//=     "The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received 'a\\x00b'",
//=   ],
//=   [
//=     "TypeError",
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"path\" argument must be of type string or an instance of Buffer or URL. Received an instance of Object",
//=   ],
//=   [
//=     "TypeError",
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"path\" argument must be of type string or an instance of Buffer or URL. Received undefined",
//=   ],
//=   ["Error", "ENAMETOOLONG"],
//=   "/w/file",
//=   "/w/real/file",
//=   ["Error", "ENOENT", "ENOENT: no such file or directory, lstat '/w/real/missing'"],
//=   "/w/real/deep",
//=   "/w/real/deep",
//=   false,
//=   true,
//=   false,
//= ]
