// Numbers of two bytes.
() => {
  const numbers = [0, -0, 1, -1.5, 0.1, 1 / 3, 65504, 65519, 65520, 1e9, 2 ** -14, 2 ** -24, 2 ** -25, 2 ** -25 * 1.5, 2 ** -26, 1.0009765625, 1.00048828125, 1.00048828125000022, 1.0014648437, NaN, Infinity, -Infinity];
  const shown = (value) => (Object.is(value, -0) ? "-0" : String(value));
  const array = new Float16Array(numbers);
  const view = new DataView(new ArrayBuffer(4));
  const bits = numbers.map((number) => { view.setFloat16(0, number); return view.getUint16(0); });
  view.setUint16(0, 0x3c01);
  return {
    rounded: numbers.map(Math.f16round).map(shown),
    stored: [...array].map(shown),
    bits,
    read: [view.getFloat16(0), view.getFloat16(0, true)],
    little: (() => { view.setFloat16(2, 1.5, true); return [view.getUint8(2), view.getUint8(3)]; })(),
    shape: [Float16Array.BYTES_PER_ELEMENT, array.BYTES_PER_ELEMENT, Float16Array.name, Object.prototype.toString.call(array), array.byteLength],
    from: [...Float16Array.from([1, 2], (value) => value / 3)],
    converted: [...new Float32Array(new Float16Array([0.1]))],
    narrowed: [...new Float16Array(new Float64Array([0.1, 1e6]))],
    integers: [...new Uint8Array(new Float16Array([1.9, 255, 0.5]))],
    sorted: [...new Float16Array([3, -0, NaN, 0, -2]).sort()].map(shown),
    found: [new Float16Array([NaN]).includes(NaN), new Float16Array([NaN]).indexOf(NaN), array.at(-1)],
    filled: [...new Float16Array(2).fill(1 / 3)],
    copied: (() => { const copy = structuredClone(new Float16Array([1.5])); return [copy.constructor === Float16Array, copy[0]]; })(),
    json: JSON.stringify(new Float16Array([0.5])),
    lengths: [Math.f16round.length, view.setFloat16.length, view.getFloat16.length],
    bigint: (() => { try { array[0] = 1n; } catch (error) { return error.name; } })(),
  };
}
