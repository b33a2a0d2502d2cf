// Builds `dist`: CommonJS and its types by tsc, and for each entry a module that exports the same
// objects, so that both kinds of module share one instance of the package.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const typescript = require("typescript");

execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", root], {
  stdio: "inherit",
});

/** The entries of the package: `index`, and each adapter. */
const adapters = readdirSync(join(root, "ts"), { recursive: true })
  .filter((path) => /^adapters\/[^/]+\.ts$/.test(path))
  .map((path) => path.slice(0, -".ts".length));
const entries = ["index", ...adapters];
const values = exportedValues(entries.map((entry) => join(root, "ts", `${entry}.ts`)));
for (const [at, entry] of entries.entries()) {
  const file = entry.split("/").at(-1);
  const names = values[at];
  const module = join(root, "dist", `${entry}.mjs`);
  writeFileSync(
    module,
    `import module from "./${file}.js";\n\nexport const { ${names.join(", ")} } = module;\n`,
  );
  writeFileSync(join(root, "dist", `${entry}.d.mts`), `export * from "./${file}.js";\n`);
}

// The package that has the interface of `run`, which imports this one.
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", join(root, "compat-run")], {
  stdio: "inherit",
});

/** The names of the values, not the types, that each of these files exports. */
function exportedValues(paths) {
  const program = typescript.createProgram(paths, {
    module: typescript.ModuleKind.Node16,
    target: typescript.ScriptTarget.ES2022,
    types: [],
  });
  const checker = program.getTypeChecker();
  const isValue = (exported) => {
    const isAlias = exported.flags & typescript.SymbolFlags.Alias;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    return symbol.flags & typescript.SymbolFlags.Value;
  };
  return paths.map((path) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(path));
    const exported = checker.getExportsOfModule(symbol).filter(isValue);
    return exported.map(({ name }) => name).sort();
  });
}
