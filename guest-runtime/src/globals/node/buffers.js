(function (native) {
  'use strict';
  const { hide, coded, viewed, text, number, integer, wrongType, wrongValue, outOfRange, lengthWithout } = native.node;
  const MAX_LENGTH = Number.MAX_SAFE_INTEGER;
  const POOL_SIZE = 65536;
  const OF_BYTES = 'an instance of Buffer or Uint8Array';
  const isBytes = (value) => value instanceof Uint8Array;
  const bytesGiven = (value, name) => {
    if (!isBytes(value)) throw wrongType(name, OF_BYTES, value);
    return value;
  };
  const outOfBounds = (name = undefined) =>
    coded(new RangeError(name ? `"${name}" is outside of buffer bounds` : 'Attempt to access memory outside buffer bounds'), 'ERR_BUFFER_OUT_OF_BOUNDS');

  // Encodings.
  const knownEncoding = (encoding) => {
    const name = `${encoding}`.toLowerCase();
    switch (name) {
      case 'utf8': case 'utf-8': return 'utf8';
      case 'hex': case 'base64': case 'base64url': case 'ascii': return name;
      case 'latin1': case 'binary': return 'latin1';
      case 'utf16le': case 'utf-16le': case 'ucs2': case 'ucs-2': return 'utf16le';
      default: return undefined;
    }
  };
  const encodingOf = (encoding) => {
    const known = knownEncoding(encoding);
    if (known === undefined) throw coded(new TypeError(native.formatted('Unknown encoding: %s', encoding)), 'ERR_UNKNOWN_ENCODING');
    return known;
  };
  // None is UTF-8.
  const encodingOrUtf8 = (encoding) => (encoding === undefined || encoding === null || encoding === '' ? 'utf8' : knownEncoding(encoding));
  const isHexDigit = (unit) => unit >= 48 && unit <= 57 || unit >= 65 && unit <= 70 || unit >= 97 && unit <= 102;
  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const encoder = new TextEncoder();
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  // The bytes of a text in an encoding that is known.
  const bytesOf = (value, encoding) => {
    switch (encoding) {
      case 'hex': {
        let length = 0;
        while (length < value.length && isHexDigit(value.charCodeAt(length))) length += 1;
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
  const unitsOf = (count, unit) => {
    let out = '';
    for (let i = 0; i < count; i += 4096) {
      out += String.fromCharCode(...Array.from({ length: Math.min(count - i, 4096) }, (_, at) => unit(i + at)));
    }
    return out;
  };
  const textOf = (bytes, encoding) => {
    switch (encoding) {
      case 'hex': return bytes.toHex();
      case 'base64': return bytes.toBase64();
      case 'base64url': return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
      case 'latin1': return unitsOf(bytes.length, (at) => bytes[at]);
      case 'ascii': return unitsOf(bytes.length, (at) => bytes[at] & 0x7f);
      // Halves of pairs are kept.
      case 'utf16le': return unitsOf(bytes.length >> 1, (at) => bytes[2 * at] | bytes[2 * at + 1] << 8);
      default: return utf8.decode(bytes);
    }
  };

  // As in Node, `Buffer` is a function that may be called without `new`, and makes instances of a
  // class that has its prototype.
  class FastBuffer extends Uint8Array {}
  function Buffer(value, encodingOrOffset, length) {
    if (typeof value !== 'number') return Buffer.from(value, encodingOrOffset, length);
    if (typeof encodingOrOffset === 'string') throw wrongType('string', 'of type string', value);
    return Buffer.alloc(value);
  }
  Object.setPrototypeOf(Buffer, Uint8Array);
  Object.defineProperty(Buffer, 'prototype', { value: FastBuffer.prototype, writable: false });
  hide(FastBuffer.prototype, 'constructor', Buffer);
  Object.defineProperty(Buffer, Symbol.species, { configurable: true, get() { return FastBuffer; } });
  const over = (bytes) => new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.length);

  const fromText = (value, encoding) => {
    const known = typeof encoding === 'string' && encoding !== '' ? encodingOf(encoding) : 'utf8';
    return over(bytesOf(value, known));
  };
  const fromArrayLike = (value) => {
    if (!(value.length > 0)) return new FastBuffer();
    const made = new FastBuffer(Math.trunc(value.length));
    made.set(value);
    return made;
  };
  const fromArrayBuffer = (value, offset = 0, length = undefined) => {
    const start = +offset || 0;
    const most = value.byteLength - start;
    if (most < 0) throw outOfBounds('offset');
    if (length === undefined) return new FastBuffer(value, start);
    const count = Math.max(+length, 0) || 0;
    if (count > most) throw outOfBounds('length');
    return new FastBuffer(value, start, count);
  };
  const fromObject = (value) => {
    if (value.length !== undefined || value.buffer instanceof ArrayBuffer) {
      return typeof value.length === 'number' ? fromArrayLike(value) : new FastBuffer();
    }
    return value.type === 'Buffer' && Array.isArray(value.data) ? fromArrayLike(value.data) : undefined;
  };

  // Where a search begins, as Node counts it: from the end where it is negative.
  const searchStart = (length, offset, size, isForward) => {
    if (offset < 0) {
      if (offset + length >= 0) return length + offset;
      return isForward || size === 0 ? 0 : -1;
    }
    if (offset + size <= length) return offset;
    if (size === 0) return length;
    return isForward ? -1 : length - 1;
  };
  const isAt = (bytes, wanted, at) => {
    let same = 0;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    return same === wanted.length;
  };
  const first = Uint8Array.prototype.indexOf, last = Uint8Array.prototype.lastIndexOf;
  // Text of two bytes a character is found at even places.
  const searched = (bytes, wanted, start, isForward, width) => {
    const end = bytes.length - wanted.length;
    for (let at = Math.min(start, end) & -width; at >= 0; at += isForward ? 1 : -1) {
      at = (isForward ? first : last).call(bytes, wanted[0], at);
      if (at < 0 || at > end) return -1;
      if (at % width === 0 && isAt(bytes, wanted, at)) return at;
    }
    return -1;
  };
  const found = (buffer, value, from, encoding, isForward) => {
    if (typeof from === 'string') [from, encoding] = [undefined, from];
    let offset = Math.max(Math.min(+from, 0x7fffffff), -0x80000000);
    offset = Number.isNaN(offset) ? isForward ? 0 : buffer.length : Math.trunc(offset);
    if (typeof value === 'number') {
      const start = searchStart(buffer.length, offset, 1, isForward);
      return start < 0 ? -1 : searched(buffer, [value & 0xff], start, isForward, 1);
    }
    const known = encoding === undefined ? 'utf8' : knownEncoding(encoding);
    if (typeof value === 'string') encodingOf(known ?? encoding);
    else if (!isBytes(value)) throw wrongType('value', 'one of type number or string or an instance of Buffer or Uint8Array', value);
    const wanted = typeof value === 'string' ? bytesOf(value, known) : value;
    const start = searchStart(buffer.length, offset, wanted.length, isForward);
    if (wanted.length === 0) return start;
    if (start < 0 || (isForward && start + wanted.length > buffer.length)) return -1;
    const isWide = known === 'utf16le';
    return isWide && (wanted.length < 2 || buffer.length < 2) ? -1
      : searched(buffer, isWide ? wanted.subarray(0, wanted.length & ~1) : wanted, start, isForward, isWide ? 2 : 1);
  };
  const whole = (value) => {
    const given = +value;
    return Math.abs(given) <= MAX_LENGTH ? Math.floor(given) : 0;
  };
  // What is written of a text into so much room: no character is cut.
  const written = (buffer, value, offset, room, encoding) => {
    if (typeof value !== 'string') throw coded(new TypeError('argument must be a string'), 'ERR_INVALID_ARG_TYPE');
    const bytes = bytesOf(value, encoding);
    let count = Math.min(room, bytes.length);
    if (encoding === 'utf16le') count &= ~1;
    if (encoding === 'utf8') while (count > 0 && count < bytes.length && (bytes[count] & 0xc0) === 0x80) count -= 1;
    buffer.set(bytes.subarray(0, count), offset);
    return count;
  };
  const filler = (value, encoding) => {
    if (typeof value !== 'string') return isBytes(value) || ArrayBuffer.isView(value) ? viewed(value) : value >>> 0;
    const known = encodingOrUtf8(encoding) ?? encodingOf(text(encoding, 'encoding'));
    const bytes = bytesOf(value, known);
    return value === '' ? 0 : bytes;
  };
  const swapped = (buffer, size) => {
    if (buffer.length % size !== 0) {
      throw coded(new RangeError(`Buffer size must be a multiple of ${size * 8}-bits`), 'ERR_INVALID_BUFFER_SIZE');
    }
    for (let at = 0; at < buffer.length; at += size) buffer.subarray(at, at + size).reverse();
    return buffer;
  };

  const statics = {
    poolSize: POOL_SIZE,
    from(value, encodingOrOffset, length) {
      if (typeof value === 'string') return fromText(value, encodingOrOffset);
      if (typeof value === 'object' && value !== null) {
        if (value instanceof ArrayBuffer) return fromArrayBuffer(value, encodingOrOffset, length);
        const inner = value.valueOf && value.valueOf();
        if (inner !== null && inner !== value && (typeof inner === 'string' || typeof inner === 'object')) {
          return Buffer.from(inner, encodingOrOffset, length);
        }
        const made = fromObject(value);
        if (made) return made;
        const primitive = typeof value[Symbol.toPrimitive] === 'function' ? value[Symbol.toPrimitive]('string') : undefined;
        if (typeof primitive === 'string') return fromText(primitive, encodingOrOffset);
      }
      throw wrongType('first argument', 'of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object', value);
    },
    copyBytesFrom(view, offset = undefined, length = undefined) {
      if (!ArrayBuffer.isView(view) || view instanceof DataView) throw wrongType('view', 'an instance of TypedArray', view);
      if (view.length === 0) return Buffer.alloc(0);
      const start = offset === undefined ? 0 : integer(offset, 'offset', 0);
      if (start >= view.length) return Buffer.alloc(0);
      const end = length === undefined ? view.length : start + integer(length, 'length', 0);
      return fromArrayLike(viewed(view.slice(start, end)));
    },
    of(...items) { return fromArrayLike(items); },
    alloc(size, fill = undefined, encoding = undefined) {
      const made = new FastBuffer(Math.trunc(number(size, 'size', 0, MAX_LENGTH)));
      return fill === undefined || fill === 0 || size === 0 ? made : made.fill(fill, 0, made.length, encoding);
    },
    allocUnsafe(size) { return Buffer.alloc(size); },
    allocUnsafeSlow(size) { return Buffer.alloc(size); },
    isBuffer(value) { return value instanceof Buffer; },
    compare(buf1, buf2) {
      const left = bytesGiven(buf1, 'buf1'), right = bytesGiven(buf2, 'buf2');
      const shorter = Math.min(left.length, right.length);
      for (let i = 0; i < shorter; i++) {
        if (left[i] !== right[i]) return left[i] < right[i] ? -1 : 1;
      }
      return Math.sign(left.length - right.length);
    },
    isEncoding(encoding) { return typeof encoding === 'string' && knownEncoding(encoding) !== undefined; },
    concat(list, length) {
      if (!Array.isArray(list)) throw wrongType('list', 'an instance of Array', list);
      if (list.length === 0) return new FastBuffer();
      if (length !== undefined) integer(length, 'length', 0);
      list.forEach((one, index) => bytesGiven(one, `list[${index}]`));
      const made = Buffer.alloc(length ?? list.reduce((sum, one) => sum + one.length, 0));
      let at = 0;
      for (const one of list) {
        const part = one.subarray(0, made.length - at);
        made.set(part, at);
        at += part.length;
      }
      return made;
    },
    byteLength(value, encoding) {
      if (typeof value !== 'string') {
        if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
        throw wrongType('string', 'of type string or an instance of Buffer or ArrayBuffer', value);
      }
      switch (encoding ? knownEncoding(encoding) : 'utf8') {
        case 'hex': return value.length >>> 1;
        case 'base64': case 'base64url': return (Math.max(lengthWithout(value, '='), value.length - 2) * 3) >>> 2;
        case 'latin1': case 'ascii': return value.length;
        case 'utf16le': return value.length * 2;
        default: return encoder.encode(value).length;
      }
    },
  };
  const methods = {
    copy(target, targetStart = 0, sourceStart = 0, sourceEnd = this.length) {
      if (!ArrayBuffer.isView(target)) throw wrongType('target', OF_BYTES, target);
      const to = whole(targetStart);
      if (to < 0) throw outOfRange('targetStart', '>= 0', to);
      const from = whole(sourceStart);
      if (from < 0 || from > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, from);
      const end = whole(sourceEnd);
      if (end < 0) throw outOfRange('sourceEnd', '>= 0', end);
      const into = viewed(target);
      if (to >= into.length || from >= end) return 0;
      const part = this.subarray(from, Math.min(end, from + into.length - to));
      into.set(part, to);
      return part.length;
    },
    toString(encoding, start, end) {
      const from = start <= 0 ? 0 : Math.trunc(start) || 0;
      const to = end === undefined || end > this.length ? this.length : Math.trunc(end) || 0;
      if (from >= this.length && start > 0 || to <= from) return '';
      return textOf(this.subarray(from, to), encoding === undefined ? 'utf8' : encodingOf(encoding));
    },
    equals(other) {
      return this === bytesGiven(other, 'otherBuffer') || Buffer.compare(this, other) === 0;
    },
    compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
      bytesGiven(target, 'target');
      const start = (value, name) => (value === undefined ? 0 : integer(value, name, 0));
      const end = (value, name, most) => (value === undefined ? most : integer(value, name, 0, most));
      const from = start(targetStart, 'targetStart'), to = end(targetEnd, 'targetEnd', target.length);
      const ownFrom = start(sourceStart, 'sourceStart'), ownTo = end(sourceEnd, 'sourceEnd', this.length);
      if (ownFrom >= ownTo) return from >= to ? 0 : -1;
      return from >= to ? 1 : Buffer.compare(this.subarray(ownFrom, ownTo), target.subarray(from, to));
    },
    indexOf(value, byteOffset, encoding) { return found(this, value, byteOffset, encoding, true); },
    lastIndexOf(value, byteOffset, encoding) { return found(this, value, byteOffset, encoding, false); },
    includes(value, byteOffset, encoding) { return found(this, value, byteOffset, encoding, true) !== -1; },
    fill(value, offset, end, encoding) {
      if (typeof value === 'string' && (offset === undefined || typeof offset === 'string')) [offset, end, encoding] = [undefined, undefined, offset];
      else if (typeof value === 'string' && typeof end === 'string') [end, encoding] = [this.length, end];
      const isNumber = typeof value === 'number';
      const pattern = isNumber ? value : typeof value === 'string' ? filler(value, encoding) : undefined;
      const from = offset === undefined ? 0 : integer(offset, 'offset', 0);
      const to = offset === undefined || end === undefined ? this.length : integer(end, 'end', 0, this.length);
      if (offset !== undefined && from >= to) return this;
      const bytes = pattern ?? filler(value);
      if (typeof bytes === 'number') return Uint8Array.prototype.fill.call(this, bytes, from, to);
      if (bytes.length === 0 && to > from) throw wrongValue('value', value);
      for (let at = from, i = 0; at < to; at++, i++) this[at] = bytes[i % bytes.length];
      return this;
    },
    write(string, offset, length, encoding) {
      if (offset === undefined) return written(this, string, 0, this.length, 'utf8');
      let room = this.length;
      if (length === undefined && typeof offset === 'string') {
        [offset, encoding] = [0, offset];
      } else {
        room -= integer(offset, 'offset', 0, this.length);
        if (typeof length === 'string') encoding = length;
        else if (length !== undefined) room = Math.min(integer(length, 'length', 0, this.length), room);
      }
      return written(this, string, offset, room, encoding ? encodingOf(encoding) : 'utf8');
    },
    toJSON() { return { type: 'Buffer', data: Array.from(this) }; },
    slice(start, end) { return this.subarray(start, end); },
    swap16() { return swapped(this, 2); },
    swap32() { return swapped(this, 4); },
    swap64() { return swapped(this, 8); },
  };
  methods.toLocaleString = methods.toString;
  const SHOWN = 50;
  methods[Symbol.for('nodejs.util.inspect.custom')] = function () {
    const shown = Array.from(this.subarray(0, SHOWN), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const more = this.length - SHOWN;
    return `<${this.constructor.name} ${shown}${more > 0 ? ` ... ${more} more byte${more > 1 ? 's' : ''}` : ''}>`;
  };
  for (const encoding of ['ascii', 'base64', 'base64url', 'latin1', 'hex', 'ucs2', 'utf8']) {
    const known = knownEncoding(encoding);
    methods[`${encoding}Slice`] = function (start = 0, end = this.length) {
      if (this.length > 0 && Math.max(start, end) > this.length) throw coded(new RangeError('Index out of range'), 'ERR_OUT_OF_RANGE');
      return textOf(this.subarray(start, end), known);
    };
    methods[`${encoding}Write`] = function (string, offset = 0, length = this.length - offset) { return written(this, string, offset, length, known); };
  }
  // Libraries copy what is enumerable of it.
  Object.assign(Buffer, statics);
  for (const name of Reflect.ownKeys(methods)) hide(FastBuffer.prototype, name, methods[name]);
  for (const [name, own] of [['parent', 'buffer'], ['offset', 'byteOffset']]) {
    Object.defineProperty(FastBuffer.prototype, name, { configurable: true, enumerable: true, get() { return this instanceof Buffer ? this[own] : undefined; } });
  }

  // The module.
  const TRANSCODED = ['ascii', 'latin1', 'utf8', 'utf16le'];
  const LARGEST = { ascii: 0x7f, latin1: 0xff };
  const isUtf8 = (value) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(viewed(value));
      return true;
    } catch {
      return false;
    }
  };
  const untranscoded = (code, errno) => Object.assign(new Error(`Unable to transcode Buffer [${code}]`), { code, errno });
  const transcode = (source, fromEncoding, toEncoding) => {
    if (bytesGiven(source, 'source').length === 0) return Buffer.alloc(0);
    const [from, to] = [encodingOrUtf8(fromEncoding), encodingOrUtf8(toEncoding)];
    if (!TRANSCODED.includes(from) || !TRANSCODED.includes(to)) throw untranscoded('U_ILLEGAL_ARGUMENT_ERROR', 1);
    if (from === 'utf8' && to === 'utf16le' && !isUtf8(source)) throw untranscoded('U_INVALID_CHAR_FOUND', 10);
    const decoded = textOf(source, from);
    const most = LARGEST[to];
    // What need not be shown is left out where it cannot be written.
    const replaced = (one) => (one.codePointAt(0) <= most ? one : /\p{Default_Ignorable_Code_Point}/u.test(one) ? '' : '?');
    return Buffer.from(most === undefined ? decoded : Array.from(decoded, replaced).join(''), to);
  };
  // The longest text of Node's engine, which programs compare lengths with.
  const MAX_STRING_LENGTH = 0x1fffffe8;
  const bufferModule = {
    Buffer,
    SlowBuffer: Buffer.allocUnsafeSlow,
    transcode,
    isUtf8,
    isAscii: (value) => viewed(value).every((byte) => byte < 0x80),
    kMaxLength: MAX_LENGTH,
    kStringMaxLength: MAX_STRING_LENGTH,
    constants: { MAX_LENGTH, MAX_STRING_LENGTH },
    INSPECT_MAX_BYTES: SHOWN,
    Blob,
    File,
    atob,
    btoa,
  };

  Object.assign(native.node, { Buffer, bufferModule, outOfBounds, knownEncoding });
})
