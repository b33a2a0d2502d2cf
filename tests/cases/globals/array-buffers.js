// Buffers that move, change their length, or are taken away from the views on them.
() => {
  const results = {};
  const told = (name, run) => {
    try { results[name] = run(); } catch (error) { results[name] = error.name; }
  };
  const filled = (length, options) => {
    const buffer = new ArrayBuffer(length, options);
    new Uint8Array(buffer).forEach((_, index, array) => { array[index] = index + 1; });
    return buffer;
  };
  const bytes = (buffer) => [...new Uint8Array(buffer)];

  told("transfer", () => {
    const before = filled(4);
    const after = before.transfer();
    return [before.detached, before.byteLength, after.detached, bytes(after)];
  });
  told("transfer longer", () => bytes(filled(3).transfer(5)));
  told("transfer shorter", () => bytes(filled(3).transfer(2)));
  told("transfer twice", () => { const buffer = filled(2); buffer.transfer(); return buffer.transfer(); });
  told("transfer too long", () => filled(2).transfer(2 ** 40));
  told("transfer too long for it", () => filled(2, { maxByteLength: 4 }).transfer(5));
  told("transfer keeps maximum", () => { const buffer = filled(2, { maxByteLength: 9 }).transfer(); return [buffer.resizable, buffer.maxByteLength]; });
  told("transferToFixedLength", () => { const buffer = filled(2, { maxByteLength: 9 }).transferToFixedLength(3); return [buffer.resizable, buffer.maxByteLength, bytes(buffer)]; });
  told("resize", () => {
    const buffer = filled(2, { maxByteLength: 8 });
    const whole = new Uint8Array(buffer);
    const part = new Uint8Array(buffer, 1, 1);
    const rest = new DataView(buffer, 1);
    const seen = [];
    for (const length of [4, 1, 0, 8]) {
      buffer.resize(length);
      let view;
      try { view = rest.byteLength; } catch (error) { view = error.name; }
      seen.push([whole.length, part.length, part.byteOffset, part[0] ?? null, view]);
    }
    return seen;
  });
  told("resize too far", () => filled(2, { maxByteLength: 4 }).resize(5));
  told("resize what is fixed", () => filled(2).resize(1));
  told("resize what is gone", () => { const buffer = filled(2, { maxByteLength: 4 }); buffer.transfer(); buffer.resize(1); });
  told("large maximum", () => { const buffers = Array.from({ length: 100 }, () => new ArrayBuffer(8, { maxByteLength: 1 << 29 })); return buffers.length; });
  told("maximum that cannot be", () => new ArrayBuffer(0, { maxByteLength: 7 * 2 ** 50 }));
  told("maximum below length", () => new ArrayBuffer(4, { maxByteLength: 2 }));
  told("slice while it shrinks", () => {
    const buffer = filled(8, { maxByteLength: 8 });
    return bytes(buffer.slice(0, { valueOf() { buffer.resize(3); return 6; } }));
  });

  const gone = filled(8);
  const array = new Uint8Array(gone, 2);
  const view = new DataView(gone);
  const iterator = array.values();
  structuredClone(null, { transfer: [gone] });
  told("gone", () => [array.length, array.byteLength, array.byteOffset, array[0] ?? null, 0 in array, Object.keys(array)]);
  told("gone, written", () => { array[0] = 1; return array[0] ?? null; });
  for (const method of ["fill", "map", "sort", "indexOf", "join", "slice", "subarray", "at", "keys", "entries", "reverse", "with", "toSorted", "set", "copyWithin"]) {
    told("gone, " + method, () => array[method](0, 0) && "answers");
  }
  told("gone, iterated", () => iterator.next());
  told("gone, view", () => view.getInt8(0));
  told("gone, length of view", () => view.byteLength);
  told("gone, buffer of view", () => view.buffer === gone);
  told("gone, new array", () => new Uint8Array(gone));
  told("gone, new view", () => new DataView(gone));
  told("gone, slice", () => gone.slice(0));

  told("clone", () => {
    const buffer = filled(4);
    const part = new Uint8Array(buffer, 1);
    const copy = structuredClone({ buffer, part, list: [part] }, { transfer: [buffer] });
    return [buffer.detached, part.length, bytes(copy.buffer), [...copy.part], copy.part.buffer === copy.buffer, copy.list[0] === copy.part];
  });
  told("clone that fails", () => {
    const buffer = filled(4);
    try { structuredClone([buffer, () => {}], { transfer: [buffer] }); } catch (error) { return [error.name, buffer.detached]; }
  });
  told("clone of what follows its buffer", () => {
    const copy = structuredClone(new Uint8Array(filled(4, { maxByteLength: 8 }), 1));
    copy.buffer.resize(6);
    return [copy.length, copy.buffer.maxByteLength];
  });
  told("transfer of something else", () => structuredClone(1, { transfer: [{}] }));
  told("transfer of a primitive", () => structuredClone(1, { transfer: [1] }));
  told("transfer of the same twice", () => { const buffer = filled(1); structuredClone(1, { transfer: [buffer, buffer] }); });
  told("transfer of no list", () => structuredClone(1, { transfer: 1 }));
  told("clone of what is gone", () => structuredClone(array));
  return results;
}
//= result: {
//=   transfer: [true, 0, false, [1, 2, 3, 4]],
//=   "transfer longer": [1, 2, 3, 0, 0],
//=   "transfer shorter": [1, 2],
//=   "transfer twice": "TypeError",
//=   "transfer too long": "RangeError",
//=   "transfer too long for it": "RangeError",
//=   "transfer keeps maximum": [true, 9],
//=   transferToFixedLength: [false, 3, [1, 2, 0]],
//=   resize: [[4, 1, 1, 2, 3], [1, 0, 0, null, 0], [0, 0, 0, null, "TypeError"], [8, 1, 1, 0, 7]],
//=   "resize too far": "RangeError",
//=   "resize what is fixed": "TypeError",
//=   "resize what is gone": "TypeError",
//=   "large maximum": 100,
//=   "maximum that cannot be": "RangeError",
//=   "maximum below length": "RangeError",
//=   "slice while it shrinks": [1, 2, 3, 0, 0, 0],
//=   gone: [0, 0, 0, null, false, []],
//=   "gone, written": null,
//=   "gone, fill": "TypeError",
//=   "gone, map": "TypeError",
//=   "gone, sort": "TypeError",
//=   "gone, indexOf": "TypeError",
//=   "gone, join": "TypeError",
//=   "gone, slice": "TypeError",
//=   "gone, subarray": "TypeError",
//=   "gone, at": "TypeError",
//=   "gone, keys": "TypeError",
//=   "gone, entries": "TypeError",
//=   "gone, reverse": "TypeError",
//=   "gone, with": "TypeError",
//=   "gone, toSorted": "TypeError",
//=   "gone, set": "TypeError",
//=   "gone, copyWithin": "TypeError",
//=   "gone, iterated": "TypeError",
//=   "gone, view": "TypeError",
//=   "gone, length of view": "TypeError",
//=   "gone, buffer of view": true,
//=   "gone, new array": "TypeError",
//=   "gone, new view": "TypeError",
//=   clone: [true, 0, [1, 2, 3, 4], [2, 3, 4], true, true],
//=   "clone that fails": ["DataCloneError", false],
//=   "clone of what follows its buffer": [5, 8],
//=   "transfer of something else": "DataCloneError",
//=   "transfer of a primitive": "TypeError",
//=   "transfer of the same twice": "DataCloneError",
//=   "transfer of no list": "TypeError",
//=   "clone of what is gone": "DataCloneError",
//= }
