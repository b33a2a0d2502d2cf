//! [files]
//! "/src/a.ts" = "a"
//! "/src/b.js" = "b"
//! "/src/.env" = "e"
//! "/src/deep/c.ts" = "c"
//! "/node_modules/x/d.ts" = "d"
//! "/x.tmp" = "t"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  const paths = async (found) => (await found).map((entry) => entry.path);
  return {
    pattern: await paths(state.find("/", { type: "file", pattern: "*.tmp" })),
    glob: await paths(state.find("/", { type: "f", glob: "/src/*.ts" })),
    extension: await paths(state.find("/src", { extension: ".ts" })),
    extensions: await paths(state.find("/src", { extensions: ["ts", "js"] })),
    directories: await paths(state.find("/src", { type: "dir", minDepth: 1 })),
    shorthand: await paths(state.find("/", "*.tmp")),
    regex: await tried(() => state.find("/", { regex: "x" })),
    unknown: await tried(() => state.find("/", { colour: "red" })),
    ignore: await state.glob("/**/*.ts", { ignore: ["node_modules"] }),
    list: await state.glob(["/src/*.ts", "/src/*.js", "!/src/b.js"]),
    cwd: await state.glob("*.ts", { cwd: "/src" }),
    absolute: await state.glob("*.ts", { cwd: "/src", absolute: true }),
    nodir: await state.glob("/src/*", { nodir: true }),
    onlyFiles: await state.glob("/src/*", { onlyFiles: true, dot: false }),
    readdir: await state.readdir("/src", { recursive: true }),
    types: await state.readdir("/src", { withFileTypes: true }),
    filter: await tried(() => state.find("/", (entry) => entry.size)),
  };
}
//= result: {
//=   pattern: ["/x.tmp"],
//=   glob: ["/src/a.ts"],
//=   extension: ["/src/a.ts", "/src/deep/c.ts"],
//=   extensions: ["/src/a.ts", "/src/b.js", "/src/deep/c.ts"],
//=   directories: ["/src/deep"],
//=   shorthand: ["/x.tmp"],
//=   regex: "EINVAL state.find: \"options.regex\" is no option; write (await state.find(\"/\")).filter((entry) => /x/.test(entry.path)) — expected state.find(path, options?)",
//=   unknown: "EINVAL state.find: \"options.colour\" is no option; the options are name, pathPattern, type, minDepth, maxDepth, empty, sizeMin, sizeMax, mtimeAfter, mtimeBefore, exclude, gitignore — expected state.find(path, options?)",
//=   ignore: ["/src/a.ts", "/src/deep/c.ts"],
//=   list: ["/src/a.ts"],
//=   cwd: ["a.ts"],
//=   absolute: ["/src/a.ts"],
//=   nodir: ["/src/.env", "/src/a.ts", "/src/b.js"],
//=   onlyFiles: ["/src/a.ts", "/src/b.js"],
//=   readdir: [".env", "a.ts", "b.js", "deep", "deep/c.ts"],
//=   types: [
//=     { name: ".env", type: "file", parentPath: "/src" },
//=     { name: "a.ts", type: "file", parentPath: "/src" },
//=     { name: "b.js", type: "file", parentPath: "/src" },
//=     { name: "deep", type: "directory", parentPath: "/src" },
//=   ],
//=   filter: "EINVAL state.find: a function is no argument of it: filter what comes back, (await state.find(…)).filter((found) => …)",
//= }
