async () => {
  const Serializable = (Base) => class extends Base { serialize() { return JSON.stringify({ type: this.constructor.name, ...this }); } };
  const Comparable = (Base) => class extends Base { compare(o) { return this.key - o.key; } };
  class Item { constructor(key) { this.key = key; } }
  class Task extends Serializable(Comparable(Item)) {}
  const calls = [];
  const traced = new Proxy(new Task(3), { get(t, p, r) { const v = Reflect.get(t, p, r); if (typeof p === 'string') calls.push(p); return typeof v === 'function' ? v.bind(t) : v; }, has: (t, p) => p.startsWith('k'), set() { return false; } });
  let error;
  try { (() => { 'use strict'; traced.key = 9; })(); } catch (e) { error = e.name; }
  return { text: traced.serialize(), order: traced.compare(new Task(5)), calls, has: ['key' in traced, 'x' in traced], error };
}

//= result: {
//=   text: "{\"type\":\"Task\",\"key\":3}",
//=   order: -2,
//=   calls: ["serialize", "compare"],
//=   has: [true, false],
//=   error: "TypeError",
//= }
