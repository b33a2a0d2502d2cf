() => {
  const lines = [];
  const say = (...values) => lines.push(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value) ?? String(value))).join(' '));
  const tried = (f) => { try { return f(); } catch (error) { return `${error.name}`; } };
  let state = 12345; const next = (bound) => { state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff; return state % bound; };

  // 1 fields of dates: of any time, before and after the epoch, at the ends of months, years and of all times
  {
    const fields = (date) => [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCDay(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()];
    const local = (date) => [date.getFullYear(), date.getMonth(), date.getDate(), date.getDay(), date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds(), date.getYear()];
    const times = [0, -0, 1, -1, 999, -999, 1000, -1000, 59999, -59999, 86399999, 86400000, -86400000, -86400001, 8.64e15, -8.64e15, 8.64e15 - 1, -8.64e15 + 1, 8.64e15 + 1, NaN, Infinity, 1.5, -1.5, 951782400000, 951868799999, 951868800000, 4107542400000, -2203891200000, -62135596800000, -62135596800001, 253402300800000, 68256000000, 1e12, 1e13, -1e13];
    for (let year = -271821; year <= 275760; year += 53331) for (const [month, day] of [[0, 1], [1, 28], [1, 29], [2, 1], [11, 31]]) times.push(Date.UTC(year, month, day), Date.UTC(year, month, day) - 1);
    for (let i = 0; i < 40; i++) times.push((next(1e6) - 5e5) * 1.7e10 + next(1e6), next(2e9) * 1000 + next(1000), -next(2e9) * 500 - next(1000));
    for (const time of times) { const date = new Date(time); say(date.getTime(), fields(date), local(date).join() === [...fields(date), date.getYear()].join(), tried(() => date.toISOString())); }
    for (let i = 0; i < 60; i++) {
      const date = new Date((next(4000) - 2000) * 864e5 * 3 + next(864e5));
      const got = [date.setUTCMilliseconds(next(5000) - 2500), date.setUTCSeconds(next(200) - 100, next(9)), date.setUTCMinutes(next(200) - 100), date.setUTCHours(next(100) - 50, next(99), next(99), next(9999)), date.setUTCDate(next(100) - 50), date.setUTCMonth(next(60) - 30), date.setUTCMonth(next(12), next(40)), date.setUTCFullYear(next(5000) - 1000), date.setUTCFullYear(next(3000), next(20) - 10, next(60) - 30), date.setMonth(next(30) - 15), date.setHours(next(50)), date.setDate(1.9), date.setMonth(-1.9), date.setFullYear(2000.7), date.setYear(next(200))];
      say(got, date.toISOString());
    }
    say([NaN, undefined, Infinity, -Infinity, 1e20, '5', null].map((value) => [new Date(0).setUTCMonth(value), new Date(0).setUTCDate(value), new Date(0).setUTCHours(value), new Date(0).setUTCFullYear(value), new Date(0).setUTCMilliseconds(value), new Date(NaN).setUTCMonth(1), new Date(NaN).setUTCFullYear(2001)]));
    say(Date.UTC(2024, 12), Date.UTC(2024, -1), Date.UTC(2024, -13, 31), Date.UTC(2024, 25, -400), Date.UTC(0), Date.UTC(99, 1), Date.UTC(100, 1), Date.UTC(-1, 0), Date.UTC(275760, 8, 13), Date.UTC(275760, 8, 13, 0, 0, 0, 1), Date.UTC(2000, 1e9), Date.UTC(2000, NaN));
  }

  // 2 names that are read of typed arrays, and are numbers or not
  {
    const kinds = [Uint8Array, Float64Array, BigInt64Array, Uint8ClampedArray];
    for (const Kind of kinds) {
      const one = Kind === BigInt64Array ? 1n : 1; const a = new Kind(3); a.fill(one); const shown = (value) => (typeof value === 'bigint' ? `${value}n` : typeof value === 'function' ? 'function' : String(value));
      const names = ['0', '1', '2', '3', '-0', '-1', '1.5', '1e3', '1e21', '1e+21', '01', '+1', '.5', '0x1', '1_0', 'Infinity', '-Infinity', 'NaN', '-NaN', 'Inf', 'N', 'I', '-', '', ' 1', '1 ', '4294967295', '4294967296', '9007199254740993', 'fill', 'length', 'constructor', 'own', '0.1', '1e-7', '1.0', '\u0661', 'é'];
      for (let round = 0; round < 3; round++) { say(names.map((name) => shown(a[name])).join(), names.map((name) => Number(name in a)).join(''), names.map((name) => Number(Object.hasOwn(a, name))).join('')); if (round === 0) for (const name of names) if (!['fill', 'length', 'constructor'].includes(name)) tried(() => { a[name] = one; }); if (round === 1) { Object.prototype['1.5'] = 'inherited'; Object.prototype.other = 'seen'; say(shown(a['1.5']), shown(a.other), Reflect.ownKeys(a)); delete Object.prototype['1.5']; delete Object.prototype.other; } }
      say(tried(() => Object.defineProperty(a, '1.5', { value: one })), tried(() => Object.defineProperty(a, 'Infinity', { value: one })), tried(() => Object.defineProperty(a, 'Infinitely', { value: one }).Infinitely === one), tried(() => { 'use strict'; return delete a['-0']; }), tried(() => { 'use strict'; return delete a[0]; }), delete a.nothing);
    }
    // what a site has kept is given up where anything on the way changes
    const read = (a) => [typeof a.fill, typeof a.subarray, a.length, a.byteLength, typeof a.at, a.BYTES_PER_ELEMENT, a.none]; const arrays = [new Uint8Array(2), new Uint8Array(5), new Float32Array(3), new (class extends Uint8Array {})(1), Object.create(Uint8Array.prototype), new Proxy(new Uint8Array(4), {})];
    const all = () => say(arrays.map((a) => tried(() => read(a)))); for (let i = 0; i < 4; i++) all(); const call = (a, f) => tried(() => a.fill(f)[0]); say(arrays.map((a) => call(a, 7)));
    const { fill } = Object.getPrototypeOf(Uint8Array.prototype); Uint8Array.prototype.fill = () => ['hidden']; all(); say(arrays.map((a) => call(a, 8))); delete Uint8Array.prototype.fill; say(arrays.map((a) => call(a, 9))); arrays[0].fill = () => ['own']; say(arrays.map((a) => call(a, 3))); Object.getPrototypeOf(Uint8Array.prototype).fill = function (x) { return ['replaced' + x]; }; say(arrays.map((a) => call(a, 4))); Object.getPrototypeOf(Uint8Array.prototype).fill = fill; say(arrays.map((a) => call(a, 5))); delete arrays[0].fill; say(arrays.map((a) => call(a, 6)));
    Object.setPrototypeOf(arrays[1], { fill: () => ['elsewhere'] }); say(arrays.map((a) => call(a, 1))); Object.setPrototypeOf(arrays[2], null); say(arrays.map((a) => call(a, 2))); Object.defineProperty(Uint8Array.prototype, 'fill', { get() { return () => ['got']; }, configurable: true }); say(arrays.map((a) => call(a, 2))); delete Uint8Array.prototype.fill; say(arrays.map((a) => call(a, 2)));
    let sum = 0; for (let i = 0; i < 500; i++) { const a = new [Uint8Array, Int16Array, Float64Array][i % 3](4); a.set([i % 7, 1], 1); a.fill(i % 5, 2); sum += a.indexOf(1) + a.subarray(1).length + a.slice(0, 2).reduce((x, y) => x + y, 0) + [...a.keys()].length; if (i === 200) { Int16Array.prototype.indexOf = () => 100; } if (i === 300) delete Int16Array.prototype.indexOf; } say(sum);
  }
  return lines;
}
