//! [limits]
//! memory_bytes = 67_108_864

// Objects: with few and many properties, closures, cycles, instances, proxies, symbols.
() => {
  const results = {};
  let sum = 0;
  for (let i = 0; i < 200_000; i++) {
    const point = { x: i, y: i + 1, move: { by: i } };
    sum += point.x + point.move.by;
  }
  results.small = sum;
  sum = 0;
  for (let i = 0; i < 100; i++) {
    const table = {};
    for (let k = 0; k < 1000; k++) table["key" + (k + i)] = k;
    for (let k = 0; k < 500; k++) delete table["key" + (k + i)];
    sum += Object.keys(table).length + Object.entries({ ...table }).length;
  }
  results.tables = sum;
  sum = 0;
  for (let i = 0; i < 60_000; i++) {
    const values = new Array(50).fill(i);
    const next = () => values[0]++ + values.length;
    sum += next() + next();
  }
  results.closures = sum;
  for (let i = 0; i < 60_000; i++) {
    const parent = { name: "parent" + i, children: [] };
    for (let k = 0; k < 3; k++) parent.children.push({ parent, k });
    parent.self = parent;
  }
  class Account {
    #balance = [0];
    static #count = 0;
    constructor(balance) { this.#balance[0] = balance; Account.#count++; }
    get balance() { return this.#balance[0]; }
    static get count() { return Account.#count; }
  }
  for (let i = 0; i < 60_000; i++) sum += new (class extends Account {})(i).balance % 2;
  results.instances = [Account.count, sum];
  const target = { value: 1 };
  for (let i = 0; i < 60_000; i++) sum += new Proxy(target, { get: (object, key) => object[key] + i }).value % 3;
  for (let i = 0; i < 60_000; i++) sum += Object.getOwnPropertySymbols({ [Symbol("s" + i)]: i }).length;
  const tag = (strings, ...values) => strings.raw.join("|") + values.length;
  for (let i = 0; i < 60_000; i++) sum += tag`a${i}b${[i]}c`.length;
  for (let i = 0; i < 30_000; i++) sum += new Date(i * 1e8).toISOString().length + new Date(2020, i % 12).getDate();
  results.sum = sum;
  return results;
}
//= result: {
//=   small: 39999800000,
//=   tables: 100000,
//=   closures: 3606000000,
//=   instances: [60000, 3606030000],
//=   sum: 3607260000,
//= }
