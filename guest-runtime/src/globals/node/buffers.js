(function (native) {
  'use strict';
  const { hide, coded, text, lengthWithout } = native.node;
  const encodingOf = (encoding) => {
    const name = `${encoding ?? 'utf8'}`.toLowerCase();
    switch (name) {
      case 'utf8': case 'utf-8': return 'utf8';
      case 'hex': case 'base64': case 'base64url': case 'ascii': return name;
      case 'latin1': case 'binary': return 'latin1';
      case 'utf16le': case 'utf-16le': case 'ucs2': case 'ucs-2': return 'utf16le';
      default:
        throw coded(new TypeError(`Unknown encoding: ${encoding}; there are utf8, utf16le, latin1, ascii, hex, base64 and base64url`), 'ERR_UNKNOWN_ENCODING');
    }
  };
  const HEX = '0123456789abcdefABCDEF';
  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const encoder = new TextEncoder();
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });
  const bytesOf = (value, encoding) => {
    switch (encodingOf(encoding)) {
      case 'hex': {
        let length = 0;
        while (length < value.length && HEX.includes(value[length])) length += 1;
        return Uint8Array.fromHex(value.slice(0, length & ~1));
      }
      case 'base64': case 'base64url': {
        const padding = value.indexOf('=');
        const digits = (padding < 0 ? value : value.slice(0, padding)).replaceAll('-', '+').replaceAll('_', '/');
        try {
          return Uint8Array.fromBase64(digits);
        } catch {
          // What is no digit counts for nothing.
          const clean = Array.from(digits).filter((digit) => BASE64.includes(digit)).join('');
          return Uint8Array.fromBase64(clean.length % 4 === 1 ? clean.slice(0, -1) : clean);
        }
      }
      case 'latin1': case 'ascii': return Uint8Array.from({ length: value.length }, (_, i) => value.charCodeAt(i));
      case 'utf16le': {
        const bytes = new Uint8Array(value.length * 2);
        for (let i = 0; i < value.length; i++) {
          const unit = value.charCodeAt(i);
          bytes[2 * i] = unit;
          bytes[2 * i + 1] = unit >> 8;
        }
        return bytes;
      }
      default: return encoder.encode(value);
    }
  };
  const textOf = (bytes, encoding) => {
    switch (encodingOf(encoding)) {
      case 'hex': return bytes.toHex();
      case 'base64': return bytes.toBase64();
      case 'base64url': return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
      case 'latin1': case 'ascii': {
        const mask = encodingOf(encoding) === 'ascii' ? 0x7f : 0xff;
        let out = '';
        for (let i = 0; i < bytes.length; i += 4096) {
          out += String.fromCharCode(...Array.from(bytes.subarray(i, i + 4096), (byte) => byte & mask));
        }
        return out;
      }
      case 'utf16le': return utf16.decode(bytes.subarray(0, bytes.length & ~1));
      default: return utf8.decode(bytes);
    }
  };
  const within = (name, value, least, most) => {
    if (typeof value !== 'number') throw coded(new TypeError(`The "${name}" argument must be of type number. Received ${typeof value}`), 'ERR_INVALID_ARG_TYPE');
    if (!(value >= least && value <= most)) {
      throw coded(new RangeError(`The value of "${name}" is out of range. It must be >= ${least} and <= ${most}. Received ${value}`), 'ERR_OUT_OF_RANGE');
    }
    return value;
  };
  const viewed = (value) =>
    value instanceof Uint8Array ? value
      : ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
        : new Uint8Array(value);
  class Buffer extends Uint8Array {
    constructor(value, ...rest) {
      // `new Buffer(text)`, which is deprecated and still written.
      if (typeof value === 'string') {
        const bytes = bytesOf(value, rest[0]);
        super(bytes.buffer, bytes.byteOffset, bytes.length);
      } else {
        super(value, ...rest);
      }
    }
    static get [Symbol.species]() { return Buffer; }
    static from(value, encodingOrOffset = undefined, length = undefined) {
      if (typeof value === 'string') {
        const bytes = bytesOf(value, encodingOrOffset);
        return new Buffer(bytes.buffer, bytes.byteOffset, bytes.length);
      }
      if (value instanceof ArrayBuffer) return new Buffer(value, encodingOrOffset, length);
      if (value?.type === 'Buffer' && Array.isArray(value.data)) return Buffer.from(value.data);
      if (value === null || typeof value !== 'object') {
        const what = value === null ? 'null' : `${typeof value} ${String(value)}`;
        throw coded(new TypeError(`The first argument of Buffer.from must be text, bytes or an array of numbers. Received ${what}`), 'ERR_INVALID_ARG_TYPE');
      }
      const items = ArrayBuffer.isView(value) && !(value instanceof Uint8Array) ? Array.from(value) : value;
      const bytes = Uint8Array.from(items);
      return new Buffer(bytes.buffer, 0, bytes.length);
    }
    static of(...items) { return Buffer.from(items); }
    static alloc(size, fill = undefined, encoding = undefined) {
      if (typeof size !== 'number' || !(size >= 0)) {
        throw coded(new RangeError(`The value of "size" is out of range. Received ${String(size)}`), 'ERR_OUT_OF_RANGE');
      }
      const made = new Buffer(Math.trunc(size));
      return fill === undefined ? made : made.fill(fill, encoding);
    }
    static allocUnsafe(size) { return Buffer.alloc(size); }
    static allocUnsafeSlow(size) { return Buffer.alloc(size); }
    static isBuffer(value) { return value instanceof Buffer; }
    static isEncoding(encoding) {
      try {
        return typeof encoding === 'string' && encoding !== '' && encodingOf(encoding) !== '';
      } catch {
        return false;
      }
    }
    static byteLength(value, encoding = undefined) {
      if (typeof value !== 'string') return value.byteLength;
      switch (encodingOf(encoding)) {
        case 'hex': return value.length >>> 1;
        case 'base64': case 'base64url': return (Math.max(lengthWithout(value, '='), value.length - 2) * 3) >>> 2;
        default: return bytesOf(value, encoding).length;
      }
    }
    static compare(left, right) {
      const shorter = Math.min(left.length, right.length);
      for (let i = 0; i < shorter; i++) {
        if (left[i] !== right[i]) return left[i] < right[i] ? -1 : 1;
      }
      return Math.sign(left.length - right.length);
    }
    static concat(list, length = undefined) {
      if (!Array.isArray(list)) throw coded(new TypeError('The "list" argument must be an array of buffers'), 'ERR_INVALID_ARG_TYPE');
      const total = length ?? list.reduce((sum, one) => sum + one.length, 0);
      const whole = Buffer.alloc(total);
      let at = 0;
      for (const one of list) {
        if (at >= total) break;
        whole.set(one.subarray(0, total - at), at);
        at += one.length;
      }
      return whole;
    }
    toString(encoding = undefined, start = 0, end = this.length) {
      const from = Math.max(Math.trunc(start) || 0, 0);
      return textOf(this.subarray(from, Math.max(end, from)), encoding);
    }
    toLocaleString(...args) { return this.toString(...args); }
    toJSON() { return { type: 'Buffer', data: Array.from(this) }; }
    equals(other) { return Buffer.compare(this, other) === 0; }
    compare(other, start = 0, end = other.length, ownStart = 0, ownEnd = this.length) {
      return Buffer.compare(this.subarray(ownStart, ownEnd), other.subarray(start, end));
    }
    slice(start, end) { return this.subarray(start, end); }
    copy(target, targetStart = 0, start = 0, end = this.length) {
      const part = this.subarray(start, Math.min(end, start + Math.max(target.length - targetStart, 0)));
      target.set(part, targetStart);
      return part.length;
    }
    write(value, offset = 0, length = undefined, encoding = undefined) {
      if (typeof offset === 'string') [offset, encoding] = [0, offset];
      else if (typeof length === 'string') [length, encoding] = [undefined, length];
      const bytes = bytesOf(text(value, 'string'), encoding);
      const room = Math.min(length ?? Infinity, this.length - offset, bytes.length);
      let count = Math.max(room, 0);
      // No character is cut.
      if (encodingOf(encoding) === 'utf16le') count &= ~1;
      if (encodingOf(encoding) === 'utf8') while (count > 0 && count < bytes.length && (bytes[count] & 0xc0) === 0x80) count -= 1;
      this.set(bytes.subarray(0, count), offset);
      return count;
    }
    fill(value, start = undefined, end = undefined, encoding = undefined) {
      if (typeof start === 'string') [start, encoding] = [undefined, start];
      else if (typeof end === 'string') [end, encoding] = [undefined, end];
      const from = within('offset', start ?? 0, 0, this.length), to = within('end', end ?? this.length, 0, this.length);
      if (typeof value === 'number' || typeof value === 'boolean') return super.fill(Number(value), from, to);
      const pattern = typeof value === 'string' ? bytesOf(value, encoding) : value;
      if (pattern.length === 0 && value.length > 0) {
        throw coded(new TypeError(`The argument 'value' is invalid. Received '${value}'`), 'ERR_INVALID_ARG_VALUE');
      }
      for (let i = from; i < to; i++) this[i] = pattern.length === 0 ? 0 : pattern[(i - from) % pattern.length];
      return this;
    }
    indexOf(value, from = 0, encoding = undefined) {
      if (typeof from === 'string') [from, encoding] = [0, from];
      if (typeof value === 'number') return super.indexOf(value & 0xff, from);
      const wanted = typeof value === 'string' ? bytesOf(value, encoding) : value;
      const start = Math.max(from < 0 ? this.length + from : from, 0);
      for (let i = start; i + wanted.length <= this.length; i++) {
        let same = 0;
        while (same < wanted.length && this[i + same] === wanted[same]) same += 1;
        if (same === wanted.length) return i;
      }
      return -1;
    }
    includes(value, from = 0, encoding = undefined) { return this.indexOf(value, from, encoding) >= 0; }
  }
  const view = (buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const numbers = [
    ['UInt8', 'Uint8', 1], ['Int8', 'Int8', 1],
    ['UInt16', 'Uint16', 2], ['Int16', 'Int16', 2], ['UInt32', 'Uint32', 4], ['Int32', 'Int32', 4],
    ['Float', 'Float32', 4], ['Double', 'Float64', 8], ['BigInt64', 'BigInt64', 8], ['BigUInt64', 'BigUint64', 8],
  ];
  const place = (buffer, offset, size) => {
    if (buffer.length < size) throw coded(new RangeError('Attempt to access memory outside buffer bounds'), 'ERR_BUFFER_OUT_OF_BOUNDS');
    return within('offset', offset, 0, buffer.length - size);
  };
  const ranged = (value, kind, size) => {
    if (kind.startsWith('Float')) return value;
    const bits = BigInt(8 * size);
    const [least, most] = kind.includes('Uint') ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
    if (value < least || value > most) {
      throw coded(new RangeError(`The value of "value" is out of range. It must be >= ${least} and <= ${most}. Received ${value}`), 'ERR_OUT_OF_RANGE');
    }
    return value;
  };
  const define = (name, isLittle, kind, size) => {
    const read = { [`read${name}`](offset = 0) { return view(this)[`get${kind}`](place(this, offset, size), isLittle); } };
    const write = {
      [`write${name}`](value, offset = 0) {
        view(this)[`set${kind}`](place(this, offset, size), ranged(value, kind, size), isLittle);
        return offset + size;
      },
    };
    for (const pair of [read, write]) {
      const [key] = Object.keys(pair);
      hide(Buffer.prototype, key, pair[key]);
      if (key.includes('UInt')) hide(Buffer.prototype, key.replace('UInt', 'Uint'), pair[key]);
    }
  };
  for (const [name, kind, size] of numbers) {
    if (size === 1) define(name, true, kind, size);
    else for (const [end, isLittle] of [['LE', true], ['BE', false]]) define(`${name}${end}`, isLittle, kind, size);
  }

  native.node.Buffer = Buffer;
  native.node.viewed = viewed;
  hide(globalThis, 'Buffer', Buffer);
})
