// Calls every built-in method and function with numbers that are large, on receivers of every kind
// and with arguments that tell when they are converted. `answers.cjs` runs it in Node.
(wanted) => {
  const numbers = [
    -1e21, 1e21, -Infinity, Infinity, -(2 ** 63), 2 ** 63, -(2 ** 53), 2 ** 53, 2 ** 32, 2 ** 32 + 1, -(2 ** 32), -(2 ** 32) + 1, 2 ** 32 - 1,
    -(2 ** 31), -(2 ** 31) - 1, 2 ** 31, 2 ** 31 - 1, 2 ** 64, 2 ** 33 + 1.5, NaN, -0.5, 1.5, 1e308,
  ];
  const detached = () => { const buffer = new ArrayBuffer(4), view = new Uint8Array(buffer); buffer.transfer(); return view; };
  const receivers = {
    text: () => "abcab", emoji: () => "a\u{1F600}é", array: () => [1, 2, 3], holes: () => [1, , 3], empty: () => [], frozen: () => Object.freeze([1, 2, 3]),
    subclass: () => new (class extends Array {})(1, 2, 3), bytes: () => new Int8Array([1, 2, 3]), fractions: () => new Float64Array([1.5, 2, 3]),
    words: () => new Uint32Array([1, 2, 2 ** 32 - 1]), bigints: () => new BigInt64Array([1n, 2n, 3n]), clamped: () => new Uint8ClampedArray(3), detached,
    tracking: () => new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 })), buffer: () => new ArrayBuffer(8), resizable: () => new ArrayBuffer(8, { maxByteLength: 16 }),
    view: () => new DataView(new ArrayBuffer(8)), number: () => 12.5, large: () => 1e21, bigint: () => 10n, boolean: () => true, symbol: () => Symbol.iterator,
    date: () => new Date(86400000), regexp: () => /b/g, sticky: () => /b/y, named: () => /(?<n>b)/dg, iterator: () => [1, 2, 3].values(),
    map: () => new Map([[1, 2], [2 ** 32, 3]]), set: () => new Set([1, 2 ** 32, NaN]), weakMap: () => new WeakMap(), function: () => function f(a, b) { return [a, b]; },
    bound: () => function () {}.bind(null), plain: () => ({ a: 1, length: 2, 0: "x", 1: "y" }), boxedText: () => Object("abc"), boxedNumber: () => Object(5),
    error: () => new TypeError("t", { cause: 1 }), proxy: () => new Proxy([1, 2, 3], {}), arguments: () => (function () { return arguments; })(1, 2), undefined: () => undefined, null: () => null,
  };
  const places = { Math, Number, String, BigInt, Date, Array, Object, Reflect, JSON, Int8Array, ArrayBuffer, Symbol };
  const makers = { Array, Map, Set, Date, RegExp, String, Number, Boolean, Object, Int8Array, Float64Array, BigInt64Array, ArrayBuffer, DataView, WeakMap, WeakSet, WeakRef, Error, RangeError, AggregateError };
  // What depends on the place, the clock or the size of memory, and what only old pages call.
  const left = new Set([
    "constructor", "toLocaleString", "toLocaleDateString", "toLocaleTimeString", "toDateString", "toTimeString", "getTimezoneOffset", "localeCompare", "now", "random",
    "repeat", "padStart", "padEnd", "transfer", "transferToFixedLength", "from", "fromAsync", "for", "keyFor", "compile", "stack", "caller", "arguments", "groupBy",
    "getPrototypeOf", "setPrototypeOf", "anchor", "big", "blink", "bold", "fixed", "fontcolor", "fontsize", "italics", "link", "small", "strike", "sub", "sup", "rawJSON",
    "__defineGetter__", "__defineSetter__", "__proto__",
  ]);

  const classOf = (value) => Object.prototype.toString.call(value).slice(8, -1);
  const shown = (value, depth = 0) => {
    if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
    if (typeof value === "string") return value.length > 60 ? JSON.stringify(value.slice(0, 60)) + value.length : JSON.stringify(value);
    if (typeof value === "bigint") { const digits = value.toString(16); return digits.length > 60 ? `bigint of ${digits.length}` : `${digits}n`; }
    if (typeof value === "function") return `function ${value.name} ${value.length}`;
    if (value === null || typeof value !== "object") return String(value);
    if (depth > 2) return "...";
    const within = (item) => shown(item, depth + 1);
    if (value instanceof Error) return `error ${[value.name, value.message, within(value.cause), within(value.errors)]}`;
    if (value instanceof Date) return `date ${value.getTime()}`;
    if (value instanceof ArrayBuffer) return `buffer ${value.byteLength} ${value.maxByteLength}`;
    if (value instanceof Map || value instanceof Set) return classOf(value) + within([...value]);
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return `${classOf(value)}[${Array.from({ length: Math.min(value.length, 9) }, (_, at) => within(value[at]))}]${value.length}`;
    if (Array.isArray(value)) {
      const items = [];
      for (let at = 0; at < Math.min(value.length, 6); at++) items.push(at in value ? within(value[at]) : "-");
      return `[${items}]${value.length}${Object.keys(value).slice(-2)}`;
    }
    if (typeof value.next === "function") {
      const items = [];
      for (let step; items.length < 5 && !(step = value.next()).done; ) items.push(within(step.value));
      return `steps[${items}]`;
    }
    return `{${Reflect.ownKeys(value).slice(0, 8).map((key) => `${String(key)}:${within(value[key])}`)}}`;
  };

  const answers = new Map(), lines = [];
  const note = (name, call, answer) => {
    const line = `${call} = ${answer}`;
    if (name === wanted) lines.push(line);
    let [count, hash] = answers.get(name) ?? [0, 0];
    for (let at = 0; at < line.length; at++) hash = (Math.imul(hash, 31) + line.charCodeAt(at)) | 0;
    answers.set(name, [count + 1, hash]);
  };
  const log = [];
  const attempt = (name, how, f, receiver) => {
    let answer;
    log.length = 0;
    try { answer = shown(f()); } catch (error) { answer = `throws ${error?.name}`; }
    if (receiver && typeof receiver === "object") answer += ` of ${shown(receiver)}`;
    note(name, how, log.length ? `${answer} after ${log}` : answer);
  };

  // Methods and accessors of all receivers by the name of their class.
  const methods = {};
  for (const receiver of Object.values(receivers)) {
    if (receiver() == null) continue;
    for (let object = Object.getPrototypeOf(Object(receiver())); object; object = Object.getPrototypeOf(object)) {
      if (!object.constructor || (object === Object.prototype && receiver !== receivers.plain)) continue;
      for (const [key, found] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
        if (left.has(key)) continue;
        for (const part of ["value", "get", "set"]) if (typeof found[part] === "function") methods[`${object.constructor.name}.${key}${part === "value" ? "" : ` ${part}`}`] ??= found[part];
      }
    }
  }
  const functions = Object.entries(places).flatMap(([place, object]) =>
    Object.getOwnPropertyNames(object).filter((key) => !left.has(key) && typeof object[key] === "function").map((key) => [`${place}.${key}`, object, object[key]]));

  const noisy = (name, number, text) => ({ valueOf() { log.push(`${name}.valueOf`); return number; }, toString() { log.push(`${name}.toString`); return text; } });
  const primitive = (name, value) => ({ [Symbol.toPrimitive](hint) { log.push(`${name}.${hint}`); return value; } });
  const thrower = (name) => ({ valueOf() { log.push(`${name}.valueOf`); throw new RangeError(name); }, toString() { log.push(`${name}.toString`); throw new EvalError(name); } });
  const traps = { get(target, key) { log.push(`get ${String(key)}`); return target[key]; }, has(target, key) { log.push(`has ${String(key)}`); return key in target; }, ownKeys(target) { log.push("ownKeys"); return Reflect.ownKeys(target); } };
  const converted = {
    noisy: () => [noisy("a", 1, "b"), noisy("b", 2, "c"), noisy("c", 0, "x"), noisy("d", 1, "0"), noisy("e", 1, "0"), noisy("f", 1, "0"), noisy("g", 1, "1")],
    primitives: () => [primitive("a", 1), primitive("b", 2), primitive("c", 3)], texts: () => [primitive("a", "b"), primitive("b", "1"), primitive("c", "2")],
    throwers: () => [thrower("a"), thrower("b"), thrower("c")], second: () => [noisy("a", 1, "b"), thrower("b"), thrower("c")], callback: () => [(x) => x, noisy("b", 2, "c")],
    bigints: () => [primitive("a", 1n), primitive("b", 2n)], objects: () => [primitive("a", {}), primitive("b", {})], odd: () => [primitive("a", undefined), primitive("b", NaN), primitive("c", Infinity)],
    trapped: () => [new Proxy({ length: 2, 0: 1 }, traps), noisy("b", 1, "c")],
  };
  const ordinary = {
    none: () => [], one: () => [1], two: () => [1, 2], negative: () => [-1, -1], text: () => ["b"], texts: () => ["b", "c", "d"], object: () => [{}], array: () => [[1, 2]],
    undefined: () => [undefined, undefined], null: () => [null], symbol: () => [Symbol("s")], bigint: () => [1n], regexp: () => [/b/], callback: () => [(x) => x], comparison: () => [(a, b) => (a > b ? 1 : -1), 1],
  };
  const likeOwn = new Set(["plain", "proxy", "arguments", "boxedText", "error"]); // what methods that are generic work on
  for (const [name, method] of Object.entries(methods)) {
    const isGeneric = /^(Array|String|RegExp)\./.test(name);
    for (const [kind, make] of Object.entries(receivers)) {
      const call = (how, list) => { const receiver = make(); attempt(name, `${kind} ${how}`, () => Reflect.apply(method, receiver, list()), receiver); };
      const receiver = make(), isView = ArrayBuffer.isView(receiver) && name.startsWith("TypedArray.");
      const isOwn = isView || (receiver != null && name.startsWith(`${Object(receiver).constructor.name}.`));
      const { none, two, texts } = ordinary;
      for (const [how, list] of Object.entries(isOwn || (isGeneric && likeOwn.has(kind)) ? { ...ordinary, ...converted } : { none, two, texts })) call(how, list);
      if (!isOwn) continue;
      const one = kind === "bigints" ? 1n : 1;
      for (const p of numbers) for (const list of [[p], [one, p], [p, one], [p, p], [one, 1, p], ["b", p]]) call(`with ${list.map(String)}`, () => list);
      if (receiver instanceof RegExp) for (const p of numbers) { receiver.lastIndex = p; attempt(name, `${kind} from ${p}`, () => Reflect.apply(method, receiver, ["abab"]), receiver); }
    }
  }
  for (const [name, place, f] of functions) {
    for (const [how, list] of Object.entries({ ...ordinary, ...converted })) attempt(name, how, () => Reflect.apply(f, place, list()));
    for (const p of numbers) for (const list of [[p], [1, p], [p, 1], [p, p], [p, 10n], [{ length: 0, 0: 1 }, p], ["abc", p], [2020, p], [2020, 1, 1, p], [2020, 1, 1, 0, 0, 0, p]]) attempt(name, `with ${list.map(String)}`, () => Reflect.apply(f, place, list));
  }
  for (const [name, Class] of Object.entries(makers)) {
    for (const [how, list] of Object.entries(converted)) {
      attempt(name, `new ${how}`, () => Reflect.construct(Class, list()));
      attempt(name, `new ${how} on a buffer`, () => Reflect.construct(Class, [new ArrayBuffer(8), ...list()]));
      if (Class !== Date) attempt(name, `call ${how}`, () => Reflect.apply(Class, undefined, list()));
    }
    for (const p of numbers) {
      const isLarge = p >= 2 ** 20 && p <= 2 ** 53; // Some of these fit into the memory of one side.
      if (!isLarge || Class === Array || Class === Date) attempt(name, `new ${p}`, () => new Class(p));
      for (const list of [[new ArrayBuffer(8), p], [new ArrayBuffer(8), 0, p], [2020, p], [2020, 1, 1, p]]) if (Class !== ArrayBuffer && Class !== Array) attempt(name, `new with ${list.map(shown)}`, () => new Class(...list));
    }
  }
  return wanted === undefined ? [...answers].map(([name, [count, hash]]) => `${name} ${count} ${hash}`) : lines;
}
