// The table of docs/api.md has what the package has: each spelling has the types that the package declares, and
// no public name is missing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript";

import { programOf } from "./typescript.mjs";

const PAGE = fileURLToPath(new URL("../../../docs/api.md", import.meta.url));

/** The variables of the table and their types; all others are values of any type. */
const VARIABLES = {
  sandbox: "Sandbox",
  workspace: "Workspace",
  workspaces: "Workspaces",
  store: "Store",
  files: "Files",
  run: "Run",
  ran: "ShellRun",
  handle: "Handle",
  functions: "Functions",
  scope: "Scope",
  toolbox: "Toolbox",
};

/** What else has members that the table names. */
const OPTIONS = ["RunOptions", "SandboxOptions", "ShellOptions", "WorkspaceOptions", "FunctionOptions"];

/** The rows that have something in the column of TypeScript. A dash says that there is nothing. */
function rowsOf(page) {
  const rows = [];
  let section = "";
  let column = 0;
  for (const line of page.split("\n")) {
    if (line.startsWith("## ")) [section, column] = [line.slice(3), 0];
    const cells = line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim());
    const start = cells.findIndex((cell) => cell.startsWith("TypeScript"));
    if (start >= 0) column = start;
    if (cells.length === 0 || start >= 0 || column === 0 || /^(–|---)/.test(cells[column])) continue;
    const spellings = [...cells[column].matchAll(/`([^`]+)`/g)].map(([, code]) => code);
    assert(spellings.length > 0, `${section}: ${cells[0]}: no code in ${cells[column]}`);
    rows.push({ section, what: cells[0], spellings });
  }
  return rows;
}

/** The names that a statement uses and does not declare, and whether something is asked of what they are. */
function namesOf(text) {
  const source = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
  const names = new Map();
  const declared = new Set();
  const visit = (node) => {
    const { parent } = node;
    if (ts.isVariableDeclaration(node)) declared.add(node.name.getText());
    if (ts.isIdentifier(node) && node.text !== "undefined") {
      const isMember =
        (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
      const isObject = ts.isPropertyAccessExpression(parent) || ts.isAwaitExpression(parent);
      if (!isMember) names.set(node.text, names.get(node.text) || isObject);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...names].filter(([name]) => !declared.has(name));
}

/** A row as a function on one line. */
function functionOf({ section, spellings }, number) {
  const options = { "Options of a run": "RunOptions", "Options of a command": "ShellOptions" }[section];
  const isOptions = options !== undefined;
  const code = spellings.map((spelling) => {
    if (isOptions) return `({ ${spelling} })`;
    return spelling.startsWith("for ") ? `${spelling} {}` : spelling;
  });
  const names = namesOf(code.join(";\n"));
  const isClass = (name) => /^[A-Z]/.test(name);
  const parameters = names
    .filter(([name]) => !isClass(name))
    .map(([name, isObject]) => `${name}: ${isObject && name in VARIABLES ? `isolate.${VARIABLES[name]}` : "any"}`);
  const classes = names.filter(([name]) => isClass(name)).map(([name]) => `const ${name} = isolate.${name};`);
  const body = code.map((one) => (isOptions ? `${one} satisfies isolate.${options};` : `${one};`));
  return `export async function row${number}(${parameters.join(", ")}) { ${[...classes, ...body].join(" ")} }`;
}

/** What is wrong with each row. */
function mistakesOf(rows) {
  const lines = ['import * as isolate from "isolate-run";', ...rows.map(functionOf)];
  const { program, sources: [source] } = programOf({ "api-table.ts": lines.join("\n") });
  const mistakes = rows.map(() => []);
  for (const { start, messageText } of ts.getPreEmitDiagnostics(program, source)) {
    const { line } = source.getLineAndCharacterOfPosition(start);
    assert(line > 0, ts.flattenDiagnosticMessageText(messageText, "\n"));
    mistakes[line - 1].push(ts.flattenDiagnosticMessageText(messageText, "\n"));
  }
  // What is a promise is awaited, and nothing else.
  const checker = program.getTypeChecker();
  const isPromise = (node) => checker.getTypeAtLocation(node).getProperty("then") !== undefined;
  const add = (node, text) => {
    mistakes[source.getLineAndCharacterOfPosition(node.getStart()).line - 1].push(`${node.getText()} ${text}`);
  };
  const visit = (node) => {
    if (ts.isExpressionStatement(node) && isPromise(node.expression)) add(node.expression, "is not awaited");
    if (ts.isAwaitExpression(node) && !isPromise(node.expression)) add(node.expression, "is no promise");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mistakes;
}

const rows = rowsOf(readFileSync(PAGE, "utf8"));
const mistakes = mistakesOf(rows);

rows.forEach(({ section, what, spellings }, at) => {
  test(`${section}: ${what}`, () => assert.deepEqual(mistakes[at], [], spellings.join(" ")));
});

test("the table is read", () => assert(rows.length > 110, String(rows.length)));

test("no public name is missing", () => {
  const text = 'import * as isolate from "isolate-run"; isolate;';
  const { program, sources: [source] } = programOf({ "api-table.ts": text });
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(
    checker.getAliasedSymbol(checker.getSymbolAtLocation(source.statements[0].importClause.namedBindings.name)),
  );
  const all = rows.flatMap(({ spellings }) => spellings).join("\n");
  const isSaid = (name) => new RegExp(`\\b${name}\\b`).test(all);
  const missing = [];
  for (const kind of [...Object.values(VARIABLES), ...OPTIONS]) {
    const found = exported.find(({ name }) => name === kind);
    if (found === undefined) continue; // A row that names it fails.
    const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    const members = [...(symbol.members?.values() ?? []), ...(symbol.exports?.values() ?? [])];
    assert(members.length > 1, kind);
    for (const member of members) {
      const isInternal = member.getJsDocTags(checker).some(({ name }) => name === "internal");
      const isOther = member.flags & ts.SymbolFlags.TypeParameter || /#private$|^(__|(prototype|then|catch|finally)$)/.test(member.name);
      if (!isInternal && !isOther && !isSaid(member.name)) missing.push(`${kind}.${member.name}`);
    }
  }
  assert.deepEqual(missing, []);
});

test("a wrong spelling is found", () => {
  const wrong = [
    ["Sandbox", "await sandbox.rn(workspace, code)", /'rn' does not exist/],
    ["Sandbox", "sandbox.run(workspace, code)", /is not awaited/],
    ["Sandbox", "await sandbox.stats()", /is no promise/],
    ["Sandbox", "await sandbox.run(code)", /Expected 2-3 arguments/],
    ["Sandbox", "await sandbox.run(workspace, code, { inputt: 1 })", /'inputt' does not exist/],
    ["Options of a run", 'commit: "dry-run"', /not assignable/],
    ["Sandbox", "new Sandboxes()", /'Sandboxes' does not exist/],
  ];
  const found = mistakesOf(wrong.map(([section, spelling]) => ({ section, what: "", spellings: [spelling] })));
  wrong.forEach(([, , words], at) => assert.match(found[at].join("\n"), words));
});
