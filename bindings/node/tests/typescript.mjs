// Programs in TypeScript that tests check against the declarations of the package, without files.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";

/** The declarations of the package as it was built here, or as it is installed. */
function declarations() {
  const built = fileURLToPath(new URL("../dist/index.d.ts", import.meta.url));
  if (existsSync(built)) return built;
  return join(dirname(createRequire(import.meta.url).resolve("isolate-run")), "index.d.ts");
}

/** Options with which a program finds the package by its name. */
export const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.esnext.disposable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ["node"],
  paths: { "isolate-run": [declarations()] },
};

/** A program of these texts, by the names of files in this folder, with its files. */
export function programOf(texts, options = OPTIONS) {
  const files = new Map(
    Object.entries(texts).map(([name, text]) => [fileURLToPath(new URL(`./${name}`, import.meta.url)), text]),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) =>
    files.has(file) ? ts.createSourceFile(file, files.get(file), version, true) : getSourceFile(file, version, ...rest);
  const program = ts.createProgram([...files.keys()], options, host);
  return { program, sources: [...files.keys()].map((file) => program.getSourceFile(file)) };
}

/** What is wrong with files of a program, or with all of it, as the compiler prints it; empty if nothing is. */
export function complaints(program, files = [undefined]) {
  const found = files.flatMap((file) => ts.getPreEmitDiagnostics(program, file));
  const names = { getCurrentDirectory: () => import.meta.dirname, getCanonicalFileName: (name) => name };
  return ts.formatDiagnostics(found, { ...names, getNewLine: () => "\n" });
}
