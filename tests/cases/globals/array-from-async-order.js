async () => {
  const checks = {};
  const run = async (name, make) => {
    const told = [];
    const log = (...parts) => told.push(parts.join(' '));
    make(log).then((value) => log('value', JSON.stringify(value)), (error) => log('error', error instanceof Error ? error.name : error));
    for (let turn = 0; turn < 14; turn++) { await null; log(turn); }
    checks[name] = told.join('|');
  };
  const thenable = (log, value) => ({ get then() { log('get then'); return (resolve) => { log('then'); resolve(value); }; } });
  await run('list', () => Array.fromAsync([1, Promise.resolve(2), 3]));
  await run('thenable', (log) => Array.fromAsync([1, thenable(log, 2)]));
  await run('mapped', () => Array.fromAsync([1, 2], (value, at) => value + at));
  await run('mapped later', () => Array.fromAsync([1, 2], async (value, at) => value + at));
  await run('like', () => Array.fromAsync({ length: 2, 0: 1, 1: Promise.resolve(4) }));
  await run('like, mapped', () => Array.fromAsync({ length: 2, 0: 1, 1: 2 }, async (value) => value * 2));
  await run('nothing', () => Array.fromAsync([]));
  await run('generator', (log) => Array.fromAsync((async function* () { try { yield 1; yield Promise.resolve(2); } finally { log('closed'); } })()));
  await run('mapper throws', (log) => Array.fromAsync((async function* () { try { yield 1; yield 2; } finally { log('closing'); await 1; log('closed'); } })(), () => { throw 'own'; }));
  await run('looked up once', (log) => Array.fromAsync({ get [Symbol.asyncIterator]() { log('async'); }, get [Symbol.iterator]() { log('sync'); }, get length() { log('length'); return 1; }, get 0() { log('item'); return 1; } }));
  await run('big length', () => Array.fromAsync({ length: 1n }));
  await run('no method', () => Array.fromAsync({ [Symbol.asyncIterator]: 5 }));
  await run('null methods', () => Array.fromAsync({ [Symbol.asyncIterator]: null, [Symbol.iterator]: null, length: 1, 0: 'x' }));
  await run('proxy of a class', (log) => Array.fromAsync.call(new Proxy(Array, { construct(target, args) { log('new', args.length); return new target(...args); } }), [1]));
  Object.prototype.enumerable = false;
  await run('patched descriptors', () => Array.fromAsync([1, 2]));
  delete Object.prototype.enumerable;
  checks.kind = [Array.fromAsync.length, Array.fromAsync.name, Object.getPrototypeOf(Array.fromAsync) === Function.prototype, 'prototype' in Array.fromAsync];
  return checks;
}
//= result: {
//=   list: "0|1|2|3|4|5|6|7|value [1,2,3]|8|9|10|11|12|13",
//=   thenable: "0|get then|1|then|2|3|4|5|6|value [1,2]|7|8|9|10|11|12|13",
//=   mapped: "0|1|2|3|4|5|6|7|value [1,3]|8|9|10|11|12|13",
//=   "mapped later": "0|1|2|3|4|5|6|7|value [1,3]|8|9|10|11|12|13",
//=   like: "0|1|value [1,4]|2|3|4|5|6|7|8|9|10|11|12|13",
//=   "like, mapped": "0|1|2|3|value [2,4]|4|5|6|7|8|9|10|11|12|13",
//=   nothing: "0|1|value []|2|3|4|5|6|7|8|9|10|11|12|13",
//=   generator: "0|1|2|closed|3|4|value [1,2]|5|6|7|8|9|10|11|12|13",
//=   "mapper throws": "0|1|closing|2|closed|3|4|error own|5|6|7|8|9|10|11|12|13",
//=   "looked up once": "async|sync|length|item|0|value [1]|1|2|3|4|5|6|7|8|9|10|11|12|13",
//=   "big length": "error TypeError|0|1|2|3|4|5|6|7|8|9|10|11|12|13",
//=   "no method": "error TypeError|0|1|2|3|4|5|6|7|8|9|10|11|12|13",
//=   "null methods": "0|value [\"x\"]|1|2|3|4|5|6|7|8|9|10|11|12|13",
//=   "proxy of a class": "new 0|0|1|2|3|value [1]|4|5|6|7|8|9|10|11|12|13",
//=   "patched descriptors": "0|1|2|3|4|5|value [1,2]|6|7|8|9|10|11|12|13",
//=   kind: [1, "fromAsync", true, false],
//= }
