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
for (const entry of ["index", ...adapters]) {
  const file = entry.split("/").at(-1);
  const names = exportedValues(join(root, "ts", `${entry}.ts`));
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

/** The names of the values, not the types, that a file exports. */
function exportedValues(path) {
  const program = typescript.createProgram([path], {
    module: typescript.ModuleKind.Node16,
    target: typescript.ScriptTarget.ES2022,
  });
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(path));
  return checker
    .getExportsOfModule(symbol)
    .filter((exported) => {
      const isAlias = exported.flags & typescript.SymbolFlags.Alias;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      return symbol.flags & typescript.SymbolFlags.Value;
    })
    .map((exported) => exported.name)
    .sort();
}
