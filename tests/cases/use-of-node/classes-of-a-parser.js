//! about = "A tokenizer and a recursive parser with private methods, statics and accessors."
//! [files]
//! "/q.txt" = "name = 'ann' AND (age >= 30 OR NOT city in ('Ulm', \"B'n\")) and x != 1.5e3\nage >> 3\nname = 'open\n"

import { readFileSync } from "node:fs";

class ParseError extends SyntaxError {
  static { this.prototype.name = "ParseError"; }
  constructor(message, at) { super(`${message} at ${at}`); this.at = at; }
}
class Tokens {
  static #rules = [["ws", /\s+/y], ["num", /\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy], ["str", /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y], ["op", /[<>!]=|[=<>(),]/y], ["word", /[a-z_]\w*/iy]];
  #list = []; #at = 0;
  static of(text) { const tokens = new Tokens(); tokens.#scan(text); return tokens; }
  #scan(text) {
    let at = 0;
    outer: while (at < text.length) {
      for (const [kind, rule] of Tokens.#rules) {
        rule.lastIndex = at;
        const match = rule.exec(text);
        if (!match) continue;
        if (kind !== "ws") this.#list.push({ kind: /^(and|or|not|in)$/i.test(match[0]) ? match[0].toLowerCase() : kind, text: match[0], at });
        at = rule.lastIndex;
        continue outer;
      }
      throw new ParseError(`unexpected ${JSON.stringify(text[at])}`, at);
    }
    this.#list.push({ kind: "end", text: "", at });
  }
  get next() { return this.#list[this.#at]; }
  take(kind, text) { const t = this.next; if (t.kind !== kind || (text && t.text !== text)) return null; this.#at++; return t; }
  need(kind, text) { return this.take(kind, text) ?? (() => { throw new ParseError(`expected ${text ?? kind}, got ${this.next.text || "the end"}`, this.next.at); })(); }
  static is(value) { return #list in value; }
}
const value = (t) => { const n = t.take("num") ?? t.need("str"); return n.kind === "num" ? +n.text : n.text.slice(1, -1).replace(/\\(.)/g, "$1"); };
const parse = {
  or(t) { let left = this.and(t); while (t.take("or")) left = { or: [left, this.and(t)] }; return left; },
  and(t) { let left = this.not(t); while (t.take("and")) left = { and: [left, this.not(t)] }; return left; },
  not(t) { return t.take("not") ? { not: this.not(t) } : this.term(t); },
  term(t) {
    if (t.take("op", "(")) { const inner = this.or(t); t.need("op", ")"); return inner; }
    const name = t.need("word").text;
    if (t.take("in")) { const list = []; t.need("op", "("); do list.push(value(t)); while (t.take("op", ",")); t.need("op", ")"); return { in: [name, list] }; }
    return { [t.need("op").text]: [name, value(t)] };
  },
};
for (const line of readFileSync("/q.txt", "utf8").split("\n").filter(Boolean)) {
  try { const t = Tokens.of(line); const tree = parse.or(t); t.need("end"); console.log(JSON.stringify(tree), Tokens.is(t), Tokens.is({})); } catch (e) { console.log(e instanceof ParseError, `${e}`, e.at); }
}
//= result: undefined
//= console.log: {"and":[{"and":[{"=":["name","ann"]},{"or":[{">=":["age",30]},{"not":{"in":["city",["Ulm","B'n"]]}}]}]},{"!=":["x",1500]}]} true false
//= console.log: true ParseError: expected str, got > at 5 5
//= console.log: true ParseError: unexpected "'" at 7 7
