// Writes what is published: `node scripts/packages.mjs OUT [PLATFORM=ADDON…]`, after `build.mjs`.
//
// `OUT/isolate-run` has the JavaScript alone, and names a package for each platform among its optional
// dependencies, of which npm installs the one that fits. `OUT/isolate-run-PLATFORM` has the native
// library of a platform, for each `PLATFORM=ADDON` that is given. Nothing is run at an installation.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The platforms, by the names that `ts/native.ts` looks for. */
const PLATFORMS = {
  "linux-x64-gnu": { os: ["linux"], cpu: ["x64"], libc: ["glibc"] },
  "linux-x64-musl": { os: ["linux"], cpu: ["x64"], libc: ["musl"] },
  "linux-arm64-gnu": { os: ["linux"], cpu: ["arm64"], libc: ["glibc"] },
  "linux-arm64-musl": { os: ["linux"], cpu: ["arm64"], libc: ["musl"] },
  "darwin-x64": { os: ["darwin"], cpu: ["x64"] },
  "darwin-arm64": { os: ["darwin"], cpu: ["arm64"] },
};

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const repository = join(root, "..", "..");
const [out, ...addons] = process.argv.slice(2);
if (out === undefined) {
  throw new Error("node scripts/packages.mjs OUT [PLATFORM=ADDON…]");
}
const source = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

main();
for (const argument of addons) {
  const [name, addon] = argument.split("=");
  if (!Object.hasOwn(PLATFORMS, name) || addon === undefined) {
    throw new Error(
      `${argument} is no PLATFORM=ADDON: the platforms are ${Object.keys(PLATFORMS).join(", ")}`,
    );
  }
  platform(name, addon);
}

/** The package that users name. */
function main() {
  const folder = empty(source.name);
  const { scripts, devDependencies, ...manifest } = source;
  manifest.optionalDependencies = Object.fromEntries(
    Object.keys(PLATFORMS).map((name) => [`${source.name}-${name}`, source.version]),
  );
  write(folder, manifest);
  cpSync(join(root, "dist"), join(folder, "dist"), {
    recursive: true,
    filter: (path) => !path.endsWith(".node"),
  });
  cpSync(join(root, "README.md"), join(folder, "README.md"));
  const share = join(repository, "packaging/installed/data/share");
  cpSync(share, join(folder, "share"), { recursive: true });
}

/** The package of a platform: its native library. */
function platform(name, addon) {
  const folder = empty(`${source.name}-${name}`);
  write(folder, {
    name: `${source.name}-${name}`,
    version: source.version,
    description: `The native part of ${source.name} for ${name}`,
    license: source.license,
    main: "native.node",
    files: ["native.node"],
    engines: source.engines,
    ...PLATFORMS[name],
  });
  cpSync(resolve(addon), join(folder, "native.node"));
  writeFileSync(
    join(folder, "README.md"),
    `# ${source.name}-${name}\n\nThe native part of the package \`${source.name}\` for ${name}, which installs it.\n`,
  );
}

function empty(name) {
  const folder = join(resolve(out), name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(repository, "LICENSE"), join(folder, "LICENSE"));
  return folder;
}

function write(folder, manifest) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
