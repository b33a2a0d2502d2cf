//! [limits]
//! memory_bytes = 67_108_864

// Names, shapes, classes and patterns that are used once, of which nothing may remember all.
() => {
  const results = {};
  let sum = 0;
  for (let i = 0; i < 60_000; i++) sum += Object.keys(JSON.parse(`{"k${i}":1,"l${i}":2}`)).length;
  results.json = sum;
  for (let i = 0; i < 60_000; i++) sum += Object.keys({ ["key" + i]: 1 }).length;
  results.keys = sum;
  for (let i = 0; i < 30_000; i++) sum += Object.setPrototypeOf({ own: 1 }, { inherited: i }).inherited % 2;
  results.prototypes = sum;
  for (let i = 0; i < 10_000; i++) sum += new (class { field = i; static shared = i; get value() { return this.field % 2; } })().value;
  results.classes = sum;
  for (let i = 0; i < 5000; i++) sum += new RegExp("a" + i + "[b-x]+").test("a" + i + "c") ? 1 : 0;
  results.patterns = sum;
  for (let i = 0; i < 40_000; i++) sum += (function () { return this.x; }).bind({ x: i % 2 })();
  results.bound = sum;
  const keys = Array.from({ length: 10_000 }, () => ({}));
  const next = new WeakMap();
  for (let i = keys.length - 2; i >= 0; i--) next.set(keys[i], keys[i + 1]);
  const [first] = keys.splice(0);
  for (let i = 0; i < 100; i++) new Uint8Array(500_000);
  let length = 0;
  for (let key = first; key; key = next.get(key)) length++;
  results.chain = length;
  return results;
}
//= result: {
//=   json: 120000,
//=   keys: 180000,
//=   prototypes: 195000,
//=   classes: 200000,
//=   patterns: 205000,
//=   bound: 225000,
//=   chain: 10000,
//= }
