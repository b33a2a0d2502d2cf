// Makes a program of each use: `node bundle.cjs USES PACKAGES OUT [LOADS]`, where PACKAGES is the folder
// that npm has installed into. A program is the bundle and a call of the use; it returns JSON. In LOADS
// the programs load the bundle and call nothing. Uses that import Node's modules by the prefix `node:` are
// passed over: bundles are for browsers, and these packages are imported only.
"use strict";
const { readFileSync, readdirSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { basename, join, resolve } = require("node:path");

// What calls a use; JSON leaves out what uses are about, so that it is written in words.
const END = readFileSync(join(__dirname, "end.js"), "utf8");

async function bundle(uses, packages, out, loads) {
  const esbuild = createRequire(join(resolve(packages), "package.json"))("esbuild");
  const isForBrowsers = (name) => !/ from "node:/.test(readFileSync(join(uses, name), "utf8"));
  for (const name of readdirSync(uses).sort().filter(isForBrowsers)) {
    const built = await esbuild.build({
      entryPoints: [join(uses, name)],
      nodePaths: [join(packages, "node_modules")],
      bundle: true,
      write: false,
      platform: "browser",
      format: "iife",
      globalName: "$use",
      target: "es2022",
      charset: "utf8",
      legalComments: "none",
      // What bundles for browsers are told. TypeScript asks the second.
      define: { "process.env.NODE_ENV": '"production"', "process.browser": "true" },
      banner: { js: "async () => {" },
    });
    const { text } = built.outputFiles[0];
    writeFileSync(join(out, basename(name)), `${text}\n${END}`);
    if (loads) writeFileSync(join(loads, basename(name)), `${text}\n  return typeof $use.default;\n}\n`);
  }
}

bundle(...process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
