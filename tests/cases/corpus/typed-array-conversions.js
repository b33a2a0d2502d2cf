//! about = "what typed arrays make of numbers, of each other's elements, and of odd keys"

() => {
  const out = {};
  const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array];
  const numbers = [300, -1, 0.5, 1.5, 2.5, 254.5, 255.5, -0.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32 + 7, 2 ** 53, 2 ** 63, 2 ** 63 + 4096, -(2 ** 64) - 65536, 1e20, 1e21, -1e300, -128.9, 65535.9, 2 ** 80 + 2 ** 30];
  const text = (list) => Array.from(list, (n) => (Object.is(n, -0) ? '-0' : String(n))).join();
  for (const Kind of kinds) {
    const assigned = new Kind(numbers.length);
    numbers.forEach((n, i) => { assigned[i] = n; });
    out[Kind.name] = { assigned: text(assigned), made: text(new Kind(numbers)), filled: text(numbers.map((n) => new Kind(1).fill(n)[0])) };
    out[Kind.name].from = kinds.map((From) => {
      const source = new From(numbers);
      const set = new Kind(source.length);
      set.set(source);
      const copy = new Kind(source);
      return [text(copy), text(set) === text(copy), text(Kind.from(source)) === text(copy)];
    });
    const bytes = new Uint8Array(48).map((_, i) => i * 37);
    new Kind(bytes.buffer, 8, 3).set(new Int16Array(bytes.buffer, 4, 3));
    out[Kind.name].overlap = bytes.join();
    const view = new DataView(new ArrayBuffer(8));
    const name = Kind.name.replace('Clamped', '').replace('Array', '');
    out[Kind.name].view = text(numbers.map((n) => { view['set' + name](0, n); return view['get' + name](0); }));
    const odd = new Kind([1, 2, 3]);
    out[Kind.name].keys = ['-0', '1.5', '3', '-1', 'Infinity', 'NaN', '1e3', '+1', '01', '4294967295', 'foo'].map((key) => {
      odd[key] = 7;
      return [odd[key] ?? null, key in odd, Object.hasOwn(odd, key), delete odd[key]];
    });
  }
  return out;
}
