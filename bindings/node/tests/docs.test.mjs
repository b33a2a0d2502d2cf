// The examples of the documentation run, and do what their comments say.
//
// The blocks of a page are one ES module, in order, which runs in an empty folder; of `ts` the types are erased.
// A `js` block is a program for the sandbox unless it imports the package. `// -> text` behind an expression is
// what `util.inspect` shows of it; behind a `console.log`, it is what is printed. A block that cannot run is
// marked ```ts no_run, and NOT_RUN says how many a page has.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

import ts from "typescript";

import { complaints, programOf } from "./typescript.mjs";

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Blocks that need a model and its SDK. */
const NOT_RUN = { "docs/typescript.md": 2 };

const IMPORTS = /from "isolate-run["/]/;

const FOUND = [
  "README.md",
  "bindings/node/README.md",
  // Those of adapters need the packages that they adapt, and have tests of their own.
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md") && !name.startsWith("adapters-"))
    .map((name) => `docs/${name}`),
].map((name) => ({ name, blocks: blocksOf(readFileSync(join(ROOT, name), "utf8")) }));

const uses = ({ blocks }) => blocks.some(({ code }) => IMPORTS.test(code));
const PAGES = FOUND.filter(uses).map(({ name }) => name);

/** The blocks that are for Node: their mark, their code, and the number of lines before them. */
function blocksOf(text) {
  return [...text.matchAll(/^```(ts|js)([^\n]*)\n([^]*?)^```$/gm)]
    .map(({ 0: all, 1: language, 2: mark, 3: code, index }) => ({
      language,
      mark: mark.trim(),
      code,
      before: text.slice(0, index + all.indexOf("\n") + 1).split("\n").length - 1,
    }))
    .filter(({ language, code }) => language === "ts" || IMPORTS.test(code));
}

/** The code with a check in the place of each expression that has a claim, and how many claims it has. */
function checked(code, before, name) {
  const source = ts.createSourceFile("page.ts", code, ts.ScriptTarget.Latest, true);
  const claims = new Map();
  code.split("\n").forEach((line, at) => {
    const found = / \/\/ -> (.*)$/.exec(line);
    if (found !== null) claims.set(at, found[1].trim());
  });
  const count = claims.size;
  const edits = [];
  const visit = (node) => {
    if (ts.isExpressionStatement(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.end - 1);
      const text = claims.get(line);
      if (text !== undefined) {
        claims.delete(line);
        const { expression } = node;
        const isLog = ts.isCallExpression(expression) && expression.expression.getText() === "console.log";
        const known = `${before + line + 1}, ${JSON.stringify(text)}`;
        const shown = isLog
          ? `__printed(${known}, ${expression.arguments.map((one) => one.getText()).join(", ")});`
          : `__value(${known}, ${expression.getText()});`;
        edits.push({ start: node.getStart(), end: node.end, shown });
        return;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  assert.deepEqual([...claims.values()], [], `${name}:${before}: there is no expression before`);
  let result = code;
  for (const { start, end, shown } of edits.sort((one, other) => other.start - one.start)) {
    result = result.slice(0, start) + shown + result.slice(end);
  }
  return { code: result, count };
}

const CHECKS = `
import { formatWithOptions as __format, inspect as __inspect } from "node:util";
const __seen = new Set<number>();
const __options = { breakLength: Infinity, depth: 10, sorted: false };
const __same = (line: number, text: string, shown: string): void => {
  __seen.add(line);
  if (shown !== text) throw new Error("line " + line + ": it is " + shown + ", and not " + text);
};
const __value = (line: number, text: string, value: unknown): void => __same(line, text, __inspect(value, __options));
const __printed = (line: number, text: string, ...values: unknown[]): void =>
  __same(line, text, __format(__options, ...values));
process.on("exit", () => process.stderr.write("\\nclaims that held: " + __seen.size + "\\n"));
`;

/** A page as one module in TypeScript. */
function moduleOf(text, name) {
  let claims = 0;
  let marked = 0;
  const parts = [];
  for (const { mark, code, before } of blocksOf(text)) {
    assert(["", "no_run"].includes(mark), `${name}:${before}: unknown mark "${mark}"`);
    const part = checked(code, before, name);
    if (mark !== "") {
      marked += 1;
      continue;
    }
    claims += part.count;
    parts.push(part.code);
  }
  return { source: `${CHECKS}${parts.join("\n")}\nexport {};\n`, claims, marked, isEmpty: parts.length === 0 };
}

/** The package as it is installed, or as it was built here. */
function entry() {
  try {
    const installed = fileURLToPath(import.meta.resolve("isolate-run"));
    if (existsSync(installed)) return installed;
  } catch {
    // It is not installed.
  }
  return fileURLToPath(new URL("../dist/index.js", import.meta.url));
}

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "isolate-docs-"));
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "isolate-run"), { recursive: true });
  const names = { name: "isolate-run", type: "module", main: "index.js" };
  await writeFile(join(modules, "isolate-run/package.json"), JSON.stringify(names));
  const url = pathToFileURL(entry()).href;
  await writeFile(join(modules, "isolate-run/index.js"), `export * from ${JSON.stringify(url)};\n`);
  await symlink(dirname(require.resolve("zod/package.json")), join(modules, "zod"));
});
after(() => rm(folder, { recursive: true }));

async function runs(text, name) {
  const { source, claims, marked, isEmpty } = moduleOf(text, name);
  if (isEmpty) return { claims, marked };
  const work = await mkdtemp(join(folder, "page-"));
  const file = join(folder, `${name.replace(/\W/g, "-")}.mjs`);
  const { outputText, diagnostics } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  assert.deepEqual(diagnostics.map(({ messageText }) => messageText), []);
  await writeFile(file, outputText);
  const { stderr } = await promisify(execFile)(process.execPath, [file], { cwd: work, timeout: 60000 });
  assert.equal(/claims that held: (\d+)/.exec(stderr)?.[1], String(claims), `${name}: not all were reached: ${stderr}`);
  return { claims, marked };
}

for (const name of PAGES) {
  test(`the examples of ${name}`, async () => {
    const { claims, marked } = await runs(readFileSync(join(ROOT, name), "utf8"), name);
    assert.equal(marked, NOT_RUN[name] ?? 0);
    assert(claims > 0, "no block says what comes out");
  });
}

test("pages are found", () => {
  const wanted = ["README.md", "bindings/node/README.md", "docs/typescript.md", "docs/functions.md"];
  assert.deepEqual([...wanted, ...Object.keys(NOT_RUN)].filter((name) => !PAGES.includes(name)), []);
  const others = FOUND.filter((page) => page.blocks.length > 0 && !uses(page));
  // Declarations of what programs have.
  assert.deepEqual(others.map(({ name }) => name), ["docs/state.md"]);
});

test("a wrong claim is found", async () => {
  for (const [code, words] of [
    ["1 + 1; // -> 3", /line 2: it is 2, and not 3/],
    ["console.log(1, 'a'); // -> 1 b", /line 2: it is 1 a, and not 1 b/],
    ["const x = 1; // -> 1", /there is no expression before/],
    ["if (Date.now() < 0) {\n  1; // -> 1\n}", /not all were reached/],
  ]) {
    await assert.rejects(runs(`\`\`\`ts\n${code}\n\`\`\`\n`, "page.md"), words);
  }
});

test("the examples have the types that the package declares", () => {
  const texts = {};
  for (const name of PAGES) {
    const { source } = moduleOf(readFileSync(join(ROOT, name), "utf8"), name);
    texts[`${name.replace(/\W/g, "-")}.ts`] = source;
  }
  assert.equal(complaints(programOf(texts).program), "");
});
