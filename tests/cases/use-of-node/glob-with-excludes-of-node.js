//! about = "fs.globSync and fs.promises.glob with exclude, as functions and as patterns."
//! [files]
//! "/app/src/a.ts" = ""
//! "/app/src/a.test.ts" = ""
//! "/app/src/deep/b.ts" = ""
//! "/app/src/deep/node_modules/c.ts" = ""
//! "/app/node_modules/d.ts" = ""
//! "/app/.hidden/e.ts" = ""
//! "/app/readme.md" = ""

const fs = require("fs");

console.log(fs.globSync("**/*.ts", { cwd: "/app" }).sort());
console.log(fs.globSync("**/*.ts", { cwd: "/app", exclude: (name) => name === "node_modules" }).sort());
console.log(fs.globSync("**/*.ts", { cwd: "/app", exclude: ["**/node_modules/**", "**/*.test.ts"] }).sort());
console.log(fs.globSync(["/app/src/*.ts", "/app/*.md"]).sort());
console.log(fs.globSync("/app/src/{a,z}*.ts").sort(), fs.globSync("/app/nothing/*"));
(async () => {
  const found = [];
  for await (const entry of fs.promises.glob("/app/src/**", { withFileTypes: true })) {
    found.push(`${entry.isDirectory() ? "d" : "f"} ${entry.parentPath}/${entry.name}`);
  }
  console.log(found.sort());
})();
//= result: undefined
//= console.log: "[\n  'node_modules/d.ts',\n  'src/a.test.ts',\n  'src/a.ts',\n  'src/deep/b.ts',\n  'src/deep/node_modules/c.ts'\n]"
//= console.log: [ 'src/a.test.ts', 'src/a.ts', 'src/deep/b.ts' ]
//= console.log: [ 'src/a.ts', 'src/deep/b.ts' ]
//= console.log: [ '/app/readme.md', '/app/src/a.test.ts', '/app/src/a.ts' ]
//= console.log: [ '/app/src/a.test.ts', '/app/src/a.ts' ] []
//= console.log: "[\n  'd /app/src',\n  'd /app/src/deep',\n  'd /app/src/deep/node_modules',\n  'f /app/src/a.test.ts',\n  'f /app/src/a.ts',\n  'f /app/src/deep/b.ts',\n  'f /app/src/deep/node_modules/c.ts'\n]"
