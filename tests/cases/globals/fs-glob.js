// fs.glob finds what Node finds, in its order: no hidden files, and no way through links.
async () => {
  const fs = require("fs");
  fs.mkdirSync("/w/src/lib/.cache", { recursive: true });
  fs.mkdirSync("/w/test");
  for (const name of ["a.js", ".env", "src/b.js", "src/b.ts", "src/lib/c.js", "src/lib/.cache/d.js", "test/b.js"]) fs.writeFileSync(`/w/${name}`, "");
  fs.symlinkSync("src", "/w/link");
  const found = (pattern, options) => fs.globSync(pattern, { cwd: "/w", ...options });
  const answers = [
    found("*"), found(".*"), found("**"), found("**/*.js"), found("**/*.js", { followSymlinks: true }), found("src/**/*"),
    found("{src,test}/b.*"), found("src/?.[jt]s"), found("!(src|test)"), found("@(src|test)"), found("link/*.js"), found("*/"),
    found("**/*.js", { exclude: (name) => name === "lib" }), found("**/*.js", { exclude: ["src/**"] }), found(["a.js", "nothing"]),
    fs.globSync("/w/*/b.js"), found("s*", { withFileTypes: true }).map((entry) => [entry.parentPath, entry.name, entry.isDirectory()]),
    await Array.fromAsync(fs.promises.glob("t*", { cwd: "/w" })),
  ];
  fs.rmSync("/w", { recursive: true });
  return answers;
}
//= result: [
//=   ["a.js", "link", "src", "test"],
//=   [".env"],
//=   [
//=     ".",
//=     "a.js",
//=     "link",
//=     "test",
//=     "test/b.js",
//=     "src",
//=     "src/b.js",
//=     "src/b.ts",
//=     "src/lib",
//=     "src/lib/c.js",
//=   ],
//=   ["a.js", "test/b.js", "src/b.js", "src/lib/c.js"],
//=   ["a.js", "test/b.js", "src/b.js", "src/lib/c.js", "link/b.js", "link/lib/c.js"],
//=   ["src/b.js", "src/b.ts", "src/lib", "src/lib/c.js"],
//=   ["test/b.js", "src/b.js", "src/b.ts"],
//=   ["src/b.js", "src/b.ts"],
//=   ["a.js", "link"],
//=   ["src", "test"],
//=   ["link/b.js"],
//=   ["test", "src"],
//=   ["a.js", "test/b.js", "src/b.js"],
//=   ["a.js", "test/b.js"],
//=   ["a.js"],
//=   ["/w/test/b.js", "/w/src/b.js"],
//=   [["/w", "src", true]],
//=   ["test"],
//= ]
