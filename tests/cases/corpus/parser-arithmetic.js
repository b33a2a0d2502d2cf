async () => {
  const tokenize = (s) => [...s.matchAll(/\s*(?:(\d+(?:\.\d+)?)|(.))/g)].map(([, n, op]) => (n ? { n: +n } : { op })).filter((t) => t.n !== undefined || t.op.trim());
  class Parser {
    constructor(text) { this.tokens = tokenize(text); this.at = 0; }
    peek() { return this.tokens[this.at]?.op; }
    take(op) { if (this.peek() !== op) throw new SyntaxError(`expected ${op} at ${this.at}`); this.at++; }
    expression(level = 0) {
      const levels = [['+', '-'], ['*', '/', '%']];
      if (level === levels.length) return this.power();
      let left = this.expression(level + 1);
      while (levels[level].includes(this.peek())) {
        const op = this.tokens[this.at++].op;
        const right = this.expression(level + 1);
        left = { '+': left + right, '-': left - right, '*': left * right, '/': left / right, '%': left % right }[op];
      }
      return left;
    }
    power() { const base = this.unary(); if (this.peek() !== '^') return base; this.at++; return base ** this.power(); }
    unary() { if (this.peek() !== '-') return this.atom(); this.at++; return -this.unary(); }
    atom() {
      if (this.peek() === '(') { this.at++; const v = this.expression(); this.take(')'); return v; }
      const token = this.tokens[this.at++];
      if (token?.n === undefined) throw new SyntaxError(`unexpected ${token?.op ?? 'end'}`);
      return token.n;
    }
  }
  return ['1 + 2 * 3', '2 ^ 3 ^ 2', '-(4 - 6) * 2.5', '10 % 4 / 2', '(1', '1 + * 2', '7 / 2 - 1'].map((t) => { try { return new Parser(t).expression(); } catch (e) { return `${e.name}: ${e.message}`; } });
}

//= result: [7, 512, 5, 1, "SyntaxError: expected ) at 2", "SyntaxError: unexpected *", 2.5]
