async () => {
  class Money {
    #cents;
    constructor(amount) { this.#cents = Math.round(amount * 100); }
    static from(text) { return new Money(Number(text.replace(/[^\d.-]/g, ''))); }
    static isMoney(x) { return #cents in x; }
    add(other) { return new Money((this.#cents + other.#cents) / 100); }
    split(n) { const base = Math.trunc(this.#cents / n); const rest = this.#cents - base * n; return Array.from({ length: n }, (_, i) => new Money((base + (i < rest ? 1 : 0)) / 100)); }
    [Symbol.toPrimitive](hint) { return hint === 'string' ? `$${(this.#cents / 100).toFixed(2)}` : this.#cents / 100; }
    toJSON() { return `${this}`; }
  }
  const total = [Money.from('$1,234.50'), new Money(0.1), new Money(0.2)].reduce((a, b) => a.add(b));
  return { total, parts: total.split(7), bigger: total > new Money(5), sum: total + 1, is: [Money.isMoney(total), Money.isMoney({})] };
}

//= result: {
//=   total: "$1234.80",
//=   parts: ["$176.40", "$176.40", "$176.40", "$176.40", "$176.40", "$176.40", "$176.40"],
//=   bigger: true,
//=   sum: 1235.8,
//=   is: [true, false],
//= }
