import * as acorn from "acorn";

const code = `// note
import a, { b as c } from "x";
export default class A extends B { #p = 1; static { this.q = 2; } get x() { return this.#p ?? 0n; } async *gen(...r) { yield* await r; } }
const { d, e: [f = 1, ...g], ...h } = \`t\${1 + 2}\`, re = /(?<y>\\d{4})[/\\]]+/dgu;
label: for (const i of [1, , 3]) { if (i > 1_000) continue label; else break; }
let fn = async ({ k }, l = () => ({})) => { try { await k?.[l]?.(1) } catch { } finally { debugger } };
x ||= y ** -z; a = b
++c
`;

export default () => {
  const comments = [];
  const tree = acorn.parse(code, { ecmaVersion: "latest", sourceType: "module", locations: true, onComment: comments });
  const counts = {};
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (!node || typeof node.type !== "string") return;
    counts[node.type] = (counts[node.type] ?? 0) + 1;
    Object.values(node).forEach((value) => typeof value === "object" && walk(value));
  };
  walk(tree.body);
  const failure = (text, options) => { try { acorn.parse(text, { ecmaVersion: 2024, ...options }); return "fine"; } catch (error) { return [error.name, error.message, error.pos]; } };
  return {
    counts, comments: comments.map((comment) => comment.value),
    ends: tree.body.map((node) => [node.type, node.start, node.end, node.loc.start.line]),
    tokens: [...acorn.tokenizer("a = /=/ / 2 + `x${y}z` ", { ecmaVersion: 2022 })].map((token) => [token.type.label, token.value instanceof Object ? String(token.value.pattern) : token.value]),
    expression: acorn.parseExpressionAt("1 + (2, 3) ; x", 0, { ecmaVersion: 2020 }),
    errors: ["let a; let a", "a b", "/(/", "'x", "for (let x of) ;", "class { }", "\\u{110000}", "await 1", "({a:1, a = 2})", "'use strict'; with (a) b"].map((text) => failure(text)),
    es5: failure("let x = () => 1", { ecmaVersion: 5 }),
    plugin: (() => { class Own extends acorn.Parser { parseLiteral(value) { const node = super.parseLiteral(value); node.seen = true; return node; } } return Own.parse("5", { ecmaVersion: 2020 }).body[0].expression.seen; })(),
  };
};
