//! # Locals that change while the expression that reads them is evaluated, and sums in place.
() => {
  const out = [];
  {
    let a = 1;
    out.push(a + (a = 5), a + a++, a, a - --a, a * (a += 2), a);
    let b = 3;
    out.push(b < (b = 100), b > (b = 1), b === (b = 2), b !== (b = 2), b & (b = 7), b << (b = 1));
    let c = 2;
    out.push(c + (c > 1 ? (c = 10) : 0), c + [c = 4][0], c + { v: (c = 6) }.v, c + ((x) => x)(c = 8), c);
    if (c < (c = 9)) out.push("less");
    while (c < (c = c + 3) && c < 20);
    out.push(c);
  }
  {
    let s = "";
    for (let i = 0; i < 300; i++) s += "x";
    const kept = s;
    s += "y";
    let other = s;
    s += 12;
    s += -3;
    other += "z";
    out.push(kept.length, s.slice(298), other.slice(298), s === kept + "y12-3");
    const parts = [s];
    s += s;
    s += "é";
    s += "😀";
    out.push(parts[0].length, s.length, s.slice(-3), s.indexOf("y", 310));
    let t = "a".repeat(400);
    const seen = [];
    for (let i = 0; i < 3; i++) { t += "b" + i; seen.push(t); t += null; t += undefined; t += 1.5; t += true; }
    out.push(seen.map((text) => text.slice(400)), t.slice(400));
    let u = "q".repeat(300);
    const read = () => u.length;
    u += "r";
    out.push(read());
  }
  {
    let x = 1;
    x = x + x;
    x = -x;
    x = [x, x + 1];
    x = x[0];
    x = { x };
    x = x.x;
    let y = (x = 4, x + 1);
    y = y > 4 ? y : x;
    x = y = 3;
    x = y++;
    y = ++x;
    let z = null;
    z ??= 5;
    z ||= 6;
    z &&= 7;
    z **= 2;
    out.push(x, y, z);
    let w = 1;
    try { w = (() => { throw new Error("no"); })(); } catch { out.push(w); }
    try { w += null.x; } catch { out.push(w); }
    try { w += 1n; } catch (error) { out.push(w, error.name); }
    let node = { v: 1, next: { v: 2, next: { v: 3, next: null } } };
    let sum = 0;
    while (node) { sum += node.v; node = node.next; }
    out.push(sum);
  }
  {
    const f = (n) => { for (const k of [1, 2, 3]) { if (k === n) return k * 10; } return -1; };
    const g = (n) => { try { return n + 1; } finally { out.push("left"); } };
    const h = (n) => { switch (n) { case 0: return "zero"; default: { const m = n; return () => m; } } };
    const k = (n) => { let i = 0; while (true) { if (i++ > n) return i; } };
    function Point(x) { this.x = x; if (x > 1) return { x: "own" }; return 5; }
    function loose() { return typeof this; }
    function strict() { "use strict"; return typeof this; }
    function inner() { return (() => typeof this)(); }
    out.push(f(2), f(9), g(1), h(0), h(4)(), k(3), new Point(1).x, new Point(2).x);
    out.push(loose(), strict(), inner(), loose.call(1), strict.call(1), inner.call("s"), loose.call(null));
    function twice() { const before = this; return before === this && typeof before; }
    out.push(twice.call(7), twice.call(undefined));
  }
  {
    const many = (n) => n + 1 - 2 + 3 - 4 + 5 - 6 + 7 - 8 + 9 - 10 + 11 - 12 + 13;
    const signs = (n) => [n * -1, n - -1, n % 3, 0 - n, -0 + n, 1 / (n * 0), n ** 2, 7 & n, n | 0, n >>> 1];
    out.push(many(1), many(1.5), many("1"), ...signs(5), ...signs(-5));
    let text = "5", none, date = null, flag = true, big = 7n;
    out.push(text++, text, none++, none, date--, date, flag++, flag, String(big++), String(big));
    let sign = Symbol.iterator, hard = { valueOf() { throw new Error("hard"); } };
    for (const step of [() => { let own = sign; try { own++; } catch (error) { return [error.name, typeof own]; } },
      () => { let own = hard; try { own--; } catch (error) { return [error.message, typeof own]; } },
      () => { let own = hard; try { return ++own; } catch (error) { return [error.message, typeof own]; } },
      () => { let own = hard; try { return own++; } catch (error) { return [error.message, typeof own]; } }]) out.push(step());
    const fact = (n) => (n < 2 ? 1 : n * fact(n - 1));
    out.push(fact(10), [3, 1, 2].sort((p, q) => p - q), [..."ab"].map((ch, i) => ch + i));
    function* counted() { let i = 0; while (i < 3) { const got = yield i + 1; i += got ?? 1; } return 9; }
    const it = counted();
    out.push(it.next(), it.next(2), it.next(), it.next());
  }
  return out;
}
//= result: [
//=   6,
//=   10,
//=   6,
//=   1,
//=   35,
//=   7,
//=   true,
//=   true,
//=   false,
//=   false,
//=   2,
//=   14,
//=   12,
//=   14,
//=   10,
//=   14,
//=   8,
//=   "less",
//=   21,
//=   300,
//=   "xxy12-3",
//=   "xxyz",
//=   true,
//=   305,
//=   613,
//=   "é😀",
//=   605,
//=   ["b0", "b0nullundefined1.5trueb1", "b0nullundefined1.5trueb1nullundefined1.5trueb2"],
//=   "b0nullundefined1.5trueb1nullundefined1.5trueb2nullundefined1.5true",
//=   301,
//=   4,
//=   4,
//=   49,
//=   1,
//=   1,
//=   1,
//=   "TypeError",
//=   6,
//=   "left",
//=   20,
//=   -1,
//=   2,
//=   "zero",
//=   4,
//=   5,
//=   1,
//=   "own",
//=   "object",
//=   "undefined",
//=   "object",
//=   "object",
//=   "number",
//=   "object",
//=   "object",
//=   "object",
//=   "object",
//=   8,
//=   8.5,
//=   17,
//=   -5,
//=   6,
//=   2,
//=   -5,
//=   5,
//=   Infinity,
//=   25,
//=   5,
//=   5,
//=   2,
//=   5,
//=   -4,
//=   -2,
//=   5,
//=   -5,
//=   -Infinity,
//=   25,
//=   3,
//=   -5,
//=   2147483645,
//=   5,
//=   6,
//=   NaN,
//=   NaN,
//=   0,
//=   -1,
//=   1,
//=   2,
//=   "7",
//=   "8",
//=   ["TypeError", "symbol"],
//=   ["hard", "object"],
//=   ["hard", "object"],
//=   ["hard", "object"],
//=   3628800,
//=   [1, 2, 3],
//=   ["a0", "b1"],
//=   { value: 1, done: false },
//=   { value: 3, done: false },
//=   { value: 9, done: true },
//=   { value: undefined, done: true },
//= ]
