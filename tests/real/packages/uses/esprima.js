import * as esprima from "esprima";

export default () => {
  const code = "/* c */ var answer = 6 * 7, o = { get a() { return 1 }, ['b' + 1]: `x${answer}` };\nfunction f(a, b = 2, ...c) { for (let i of c) { if (i) continue; } return /re[/]/gi.test(a) ? b : -c }\nclass A extends f { constructor() { super() } static m() {} }\n(async () => { await 0 })();";
  const types = [];
  esprima.parseScript(code, {}, (node) => types.push(node.type));
  const failure = (text) => { try { esprima.parseScript(text); return "fine"; } catch (error) { return [error.index, error.lineNumber, error.description]; } };
  return {
    types,
    tree: esprima.parseScript("x = a ? b : { c: [1, , 'd'] }", { range: true }),
    tokens: esprima.tokenize(code, { loc: true }).map((token) => [token.type, token.value, token.loc.start.column]),
    comments: esprima.parseScript(code, { comment: true }).comments,
    module: esprima.parseModule("import a, * as b from 'c'; export { a as d }").body.map((node) => node.type),
    errors: ["var", "a +", "1..a.", "'\n'", "function (", "let let = 1", "return 1", "x = {", "0o9"].map(failure),
    tolerant: esprima.parseScript("return 1; 'use strict'; with (a) {}", { tolerant: true }).errors.map((error) => error.message),
  };
};
