//! about = "arrays that inherit setters, sorting of proxies and typed arrays, texts of nested lists"

() => {
  const out = {};
  let log = '';
  Object.defineProperty(Array.prototype, 2, { set(v) { log += `${v} `; }, get() { return 'inherited'; }, configurable: true });
  try {
    const unshifted = [1, 2];
    unshifted.unshift(0);
    const spliced = [1, 2];
    spliced.splice(0, 0, 'x');
    const pushed = [1, 2];
    pushed.push(3);
    out.setters = [unshifted.length, Object.hasOwn(unshifted, 2), spliced[2], Object.hasOwn(pushed, 2), log];
  } finally {
    delete Array.prototype[2];
  }
  const getter = Object.getOwnPropertyDescriptor(Map.prototype, 'size');
  out.descriptor = [Object.keys(getter), getter.set === undefined, Object.keys(Object.getOwnPropertyDescriptors(RegExp.prototype).flags)];
  const deleted = [];
  const holes = new Proxy([3, , 1, , 2], { deleteProperty(target, key) { deleted.push(key); return Reflect.deleteProperty(target, key); } });
  holes.sort();
  out.holes = [deleted, holes.length, 3 in holes];
  const refused = (f) => { try { return f(); } catch (error) { return error.name; } };
  out.tooLong = refused(() => Array.prototype.toSorted.call({ length: 2 ** 32 }));
  class Bytes extends Uint8Array {
    static get [Symbol.species]() { return Float64Array; }
    slice() { return 'not asked'; }
  }
  const bytes = new Bytes([3, 1, 2]);
  Object.defineProperty(bytes, 'length', { value: 1 });
  const sorted = bytes.toSorted((a, b) => b - a);
  out.typed = [sorted.constructor.name, [...sorted], [...bytes.sort((a, b) => a - b)]];
  const circular = [1, [2, [3]]];
  circular.push(circular);
  out.locale = [circular.toLocaleString(), [1234.5, null, undefined, [new Date(0).getTime()]].toLocaleString(), new Uint16Array([1234, 2]).toLocaleString()];
  out.methods = [Array.prototype, Number.prototype, BigInt.prototype, Date.prototype].map((holder) => [holder.toLocaleString.length, 'prototype' in holder.toLocaleString]);
  out.thisValue = [refused(() => Array.prototype.toLocaleString.call(null)), refused(() => String.prototype.toLocaleUpperCase.call(null)), refused(() => Number.prototype.toLocaleString.call('1'))];
  return out;
}
//= result: {
//=   setters: [3, false, "inherited", false, "2 2 3 "],
//=   descriptor: [
//=     ["get", "set", "enumerable", "configurable"],
//=     true,
//=     ["get", "set", "enumerable", "configurable"],
//=   ],
//=   holes: [["3", "4"], 5, false],
//=   tooLong: "RangeError",
//=   typed: ["Uint8Array", [3, 2, 1], [1, 2, 3]],
//=   locale: ["1,2,3,", "1,234.5,,,0", "1,234,2"],
//=   methods: [[0, false], [0, false], [0, false], [0, false]],
//=   thisValue: ["TypeError", "TypeError", "TypeError"],
//= }
