(function (native) {
  'use strict';
  // Numbers in buffers.
  const { hide, number, outOfRange, wrongType, outOfBounds, Buffer } = native.node;
  const view = (buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const misplaced = (value, most, name = 'offset') => {
    if (Math.floor(value) !== value) {
      number(value, name);
      throw outOfRange(name, 'an integer', value);
    }
    if (most < 0) throw outOfBounds();
    throw outOfRange(name, `>= ${name === 'offset' ? 0 : 1} and <= ${most}`, value);
  };
  const place = (buffer, offset, size) => {
    number(offset, 'offset');
    if (buffer[offset] === undefined || buffer[offset + size - 1] === undefined) misplaced(offset, buffer.length - size);
    return offset;
  };
  // Bounds of so many bytes, and the words that a message has for them.
  const boundsOf = (size, isSigned, isBig) => {
    const bits = 8n * BigInt(size);
    const least = isSigned ? -(2n ** (bits - 1n)) : 0n;
    const most = 2n ** (isSigned ? bits - 1n : bits) - 1n;
    const n = isBig ? 'n' : '';
    const power = `2${n} ** ${isSigned ? bits - 1n : bits}${n}`;
    const range = size <= 4 ? `>= ${least}${n} and <= ${most}${n}` : `>= ${isSigned ? `-(${power})` : `0${n}`} and < ${power}`;
    return isBig ? { least, most, range } : { least: Number(least), most: Number(most), range };
  };
  const ensureWithin = (value, { least, most, range }) => {
    if (value > most || value < least) throw outOfRange('value', range, value);
  };
  const both = (name, read, write) => {
    for (const [key, method] of [[`read${name}`, read], [`write${name}`, write]]) {
      hide(Buffer.prototype, key, method);
      hide(Buffer.prototype, key.replace('UInt', 'Uint'), method);
    }
  };
  const ENDS = [['LE', true], ['BE', false]];

  // Whole numbers of one, two and four bytes, and of eight.
  const define = (name, kind, size, isLittle) => {
    const isBig = kind.startsWith('Big');
    const isFraction = kind.startsWith('Float');
    const bounds = isFraction ? undefined : boundsOf(size, !kind.includes('Uint'), isBig);
    both(
      name,
      function (offset = 0) { return view(this)[`get${kind}`](place(this, offset, size), isLittle); },
      function (value, offset = 0) {
        const given = isBig ? value : +value;
        if (size === 1) number(offset, 'offset');
        if (bounds) ensureWithin(given, bounds);
        view(this)[`set${kind}`](place(this, offset, size), isBig ? given * 1n : given, isLittle);
        return offset + size;
      },
    );
  };
  for (const [name, kind] of [['UInt8', 'Uint8'], ['Int8', 'Int8']]) define(name, kind, 1, true);
  const kinds = [
    ['UInt16', 'Uint16', 2], ['Int16', 'Int16', 2], ['UInt32', 'Uint32', 4], ['Int32', 'Int32', 4],
    ['Float', 'Float32', 4], ['Double', 'Float64', 8], ['BigInt64', 'BigInt64', 8], ['BigUInt64', 'BigUint64', 8],
  ];
  for (const [name, kind, size] of kinds) {
    for (const [end, isLittle] of ENDS) define(`${name}${end}`, kind, size, isLittle);
  }

  // Whole numbers of a length that is an argument.
  const SIZE_MAX = 6;
  const isSize = (size) => Number.isInteger(size) && size >= 1 && size <= SIZE_MAX;
  for (const isSigned of [false, true]) {
    for (const [end, isLittle] of ENDS) {
      both(
        `${isSigned ? 'Int' : 'UInt'}${end}`,
        function (offset, byteLength) {
          if (offset === undefined) throw wrongType('offset', 'of type number', offset);
          if (!isSize(byteLength)) misplaced(byteLength, SIZE_MAX, 'byteLength');
          const start = place(this, offset, byteLength);
          let value = 0;
          for (let i = 0; i < byteLength; i++) value = value * 256 + this[start + (isLittle ? byteLength - 1 - i : i)];
          const half = 2 ** (8 * byteLength - 1);
          return isSigned && value >= half ? value - 2 * half : value;
        },
        function (value, offset, byteLength) {
          if (!isSize(byteLength)) misplaced(byteLength, SIZE_MAX, 'byteLength');
          const given = +value;
          if (byteLength === 1) number(offset, 'offset');
          ensureWithin(given, boundsOf(byteLength, isSigned, false));
          const start = place(this, offset, byteLength);
          let rest = Math.trunc(given) || 0;
          for (let i = 0; i < byteLength; i++) {
            this[start + (isLittle ? i : byteLength - 1 - i)] = rest % 256;
            rest = Math.floor(rest / 256);
          }
          return offset + byteLength;
        },
      );
    }
  }
})
