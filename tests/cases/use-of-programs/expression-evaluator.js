//! about = "A tokenizer and a parser by precedence, with errors."

const tokenize = (src) => [...src.matchAll(/\s*(?:(\d+(?:\.\d+)?)|([a-z]\w*)|(\*\*|[-+*\/%(),])|(\S))/giy)].map(([, num, name, op, bad]) => {
  if (bad) throw new SyntaxError(`unexpected ${JSON.stringify(bad)}`);
  return num !== undefined ? { type: "num", value: Number(num) } : name ? { type: "name", value: name } : { type: "op", value: op };
});

class Parser {
  static #PRECEDENCE = { "+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "**": 4 };
  #at = 0;
  constructor(src, env = {}) { this.tokens = tokenize(src); this.env = env; }
  #peek() { return this.tokens[this.#at]; }
  #accept(value) { if (this.#peek()?.value === value) { this.#at++; return true; } return false; }
  parse() { const v = this.#binary(0); if (this.#peek()) throw new SyntaxError(`unexpected ${this.#peek().value}`); return v; }
  #unary() {
    if (this.#accept("-")) return -this.#binary(3);
    if (this.#accept("(")) { const v = this.#binary(0); if (!this.#accept(")")) throw new SyntaxError("expected )"); return v; }
    const token = this.tokens[this.#at++];
    if (!token) throw new SyntaxError("unexpected end");
    if (token.type === "num") return token.value;
    if (token.type !== "name") throw new SyntaxError(`unexpected ${token.value}`);
    if (this.#accept("(")) {
      const args = [];
      if (!this.#accept(")")) { do args.push(this.#binary(0)); while (this.#accept(",")); if (!this.#accept(")")) throw new SyntaxError("expected )"); }
      return Math[token.value](...args);
    }
    if (!Object.hasOwn(this.env, token.value)) throw new ReferenceError(token.value);
    return this.env[token.value];
  }
  #binary(min) {
    let left = this.#unary();
    for (;;) {
      const op = this.#peek()?.value;
      const p = this.#peek()?.type === "op" ? Parser.#PRECEDENCE[op] : undefined;
      if (p === undefined || p < min || (p === min && min !== 0 && op !== "**")) return left;
      this.#at++;
      const right = this.#binary(op === "**" ? p - 0.5 : p + 0.5);
      left = { "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a % b, "**": (a, b) => a ** b }[op](left, right);
    }
  }
}

for (const src of ["1 + 2 * 3", "(1 + 2) * 3", "2 ** 3 ** 2", "-2 ** 2", "max(1, x, 3) / 4", "10 % 4 - 1", "1 +", "2 $ 3", "y", "1.5.2"]) {
  try { console.log(src, "=", new Parser(src, { x: 8 }).parse()); }
  catch (error) { console.log(src, "!", `${error.name}: ${error.message}`); }
}
//= result: undefined
//= console.log: 1 + 2 * 3 = 7
//= console.log: (1 + 2) * 3 = 9
//= console.log: 2 ** 3 ** 2 = 512
//= console.log: -2 ** 2 = -4
//= console.log: max(1, x, 3) / 4 = 2
//= console.log: 10 % 4 - 1 = 1
//= console.log: 1 + ! SyntaxError: unexpected end
//= console.log: 2 $ 3 ! SyntaxError: unexpected "$"
//= console.log: y ! ReferenceError: y
//= console.log: 1.5.2 ! SyntaxError: unexpected "."
