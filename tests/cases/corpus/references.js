//! # What is reachable stays whole while garbage of every kind comes and goes.
// Cycles, closures, maps that are being walked, generators in the middle, values that many share.
() => {
  const weak = new WeakMap();
  const seen = new WeakSet();
  const registry = new FinalizationRegistry(() => {});
  const table = new Map();
  const kept = [];
  const shared = { uses: 0, name: "shared" };

  function* count(from) {
    for (let i = from; ; i++) yield { i, shared };
  }

  const makers = [
    (i) => {
      const a = { i, shared };
      a.other = { back: a, list: [a, [a]] };
      return a;
    },
    (i) => {
      const held = { i };
      const f = () => ++held.i - 1;
      f.i = i;
      return { i, f, again: [f, f] };
    },
    (i) => {
      const map = new Map([[{ i }, i], [shared, i + 1], ["k" + i, [i]]]);
      const walk = map.entries();
      walk.next();
      map.delete(shared);
      return { i, map, walk };
    },
    (i) => {
      const numbers = count(i);
      numbers.next();
      return { i, numbers, set: new Set([i, "s" + i, shared]) };
    },
    (i) => {
      class Point {
        #i = i;
        get i() {
          return this.#i;
        }
      }
      return new Point();
    },
    (i) => Object.assign(Object.create({ inherited: i }), { i, [Symbol("s")]: shared }),
    (i) => ({ i, text: "text ".repeat(3) + i, bytes: new Uint8Array(8).fill(i), big: BigInt(i) }),
  ];

  for (let round = 0; round < 8; round++) {
    for (let n = 0; n < 4000; n++) {
      const i = round * 4000 + n;
      const made = makers[i % makers.length](i);
      weak.set(made, { of: i, made });
      if (n % 7 === 0) seen.add(made);
      if (n % 500 === 3) {
        kept.push(made);
        table.set(made, new WeakRef(made));
        registry.register(made, i);
      } else if (n % 2000 === 4) {
        // What was kept is let go, but for what still leads to it.
        const [old] = kept.splice(kept.length >> 1, 1);
        if (old && old.i % 2) table.delete(old);
      }
      shared.uses += 1;
    }
  }

  let sum = 0;
  const kinds = {};
  for (const [made, ref] of table) {
    if (ref.deref() !== made) throw new Error("lost " + made.i);
    if (weak.get(made).made !== made || weak.get(made).of !== made.i) throw new Error("mixed up");
    const kind = makers.length ? made.i % makers.length : -1;
    kinds[kind] = (kinds[kind] || 0) + 1;
    sum += made.i;
    if (made.other) sum += made.other.back.other.list[1][0].i;
    if (made.f) sum += made.f() + made.again[1]();
    if (made.walk) sum += [...made.walk].length + made.map.size;
    if (made.numbers) sum += made.numbers.next().value.i + made.set.size;
    if (made.inherited) sum += made.inherited + Object.getOwnPropertySymbols(made).length;
    if (made.bytes) sum += made.bytes[7] + Number(made.big) + made.text.length;
  }
  const isWhole = kept.every((made) => table.has(made) || !(made.i % 2) || weak.has(made));
  return { sum, kinds, kept: kept.length, size: table.size, uses: shared.uses, isWhole };
}
//= result: {
//=   sum: 1598228,
//=   kinds: { "0": 7, "1": 7, "2": 7, "3": 7, "4": 7, "5": 6, "6": 7 },
//=   kept: 48,
//=   size: 48,
//=   uses: 32000,
//=   isWhole: true,
//= }
