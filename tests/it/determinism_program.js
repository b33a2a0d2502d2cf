async () => {
  const out = [];
  const log = (...values) => out.push(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' '));
  // Chance and time.
  log(Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(8))]);
  log(Date.now(), new Date().toISOString(), performance.now(), new Date(2024, 1, 29).toString());
  // Orders.
  const map = new Map(), set = new Set(), object = {}, keys = [];
  for (let i = 0; i < 400; i++) {
    const key = 'k' + Math.floor(Math.random() * 1e6);
    map.set(key, i); set.add({ key }); object[key] = i; keys.push(key);
  }
  for (const key of keys.slice(0, 150)) { map.delete(key); delete object[key]; }
  log([...map.keys()].join(), Object.keys(object).join(), [...set].length);
  log(keys.toSorted().slice(0, 5), keys.sort(() => Math.random() - 0.5).slice(0, 5), keys.sort((a, b) => (a.length - b.length) || (a < b ? -1 : 1)).slice(0, 5));
  const weak = new WeakMap(), symbol = Symbol('s');
  for (const item of set) weak.set(item, item.key);
  log([...set].map((item) => weak.get(item)).join().length, String(symbol));
  // Texts and numbers.
  log(JSON.stringify({ object, nested: [{ a: [1, { b: 2 }] }] }).length, JSON.parse('{"b":1,"a":[1e21,0.1,-0]}'));
  log('a-b_c d'.split(/[-_ ]/), 'x1y22z'.replace(/\d+/g, (digits) => `<${digits}>`), [...'tést'.matchAll(/./gu)].length, (0.1 + 0.2).toFixed(20), 2 ** 0.5, Math.sin(1e10), (1234.5).toLocaleString());
  log(structuredClone({ map: new Map([[1, { x: 1 }]]), date: new Date(5) }).map.get(1));
  // Errors.
  for (const fault of [() => null.x, () => missing, () => 1n + 1, () => { throw new RangeError('r', { cause: 7 }); }, () => JSON.parse('{"a" 1}'), () => new Array(-1), function deep() { deep(); }]) {
    try { fault(); } catch (error) { log(error.name, error.message, String(error.stack).split('\n').slice(0, 3).join('|')); }
  }
  // Jobs and timers.
  const order = [];
  await Promise.all([3, 1, 2].map((delay) => new Promise((resolve) => setTimeout(() => { order.push(delay); resolve(); }, delay * 10))));
  queueMicrotask(() => order.push('micro'));
  setTimeout(() => order.push('timer'), 0);
  await null;
  await new Promise((resolve) => setTimeout(resolve, 5));
  log(order, Date.now(), performance.now());
  process.on('unhandledRejection', (error) => console.log(error.message));
  Promise.reject(new Error('nobody looks'));
  // Files.
  for (const name of ['b', 'a', 'c']) await state.writeFile(`/d/${name}.txt`, `${name} ${Math.random()}\n`.repeat(20));
  await state.mv('/d/c.txt', '/e.txt');
  await state.rm('/d/b.txt');
  log(await state.glob('/**'), (await state.stat('/e.txt')), await state.readFile('/d/a.txt'));
  try { await state.readFile('/missing'); } catch (error) { log(error.code, error.message); }
  log(await state.searchFiles('/**', 'a'));
  // Garbage, so that the collector runs.
  let garbage = 0;
  for (let i = 0; i < 20000; i++) garbage += [{ i }, [i], `t${i}`].length;
  console.log(garbage, map, new Set(keys.slice(0, 3)), object[keys[0]], new Error('shown').message);
  console.error(symbol, [1.5, -0, NaN], { nested: { deep: { deeper: { deepest: 1 } } } });
  return out;
}
