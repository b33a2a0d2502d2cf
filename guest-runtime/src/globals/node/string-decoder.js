(function (native) {
  'use strict';
  // `string_decoder`: text of bytes that come in pieces, whose ends may cut a character.
  const { part, coded, wrongType } = native.node;
  const { Buffer, knownEncoding } = part('buffers');

  // How many bytes at the end begin a character that is not whole, and how many it has.
  const cut = {
    utf8(bytes) {
      for (let back = 1; back <= Math.min(3, bytes.length); back++) {
        const byte = bytes[bytes.length - back];
        if ((byte & 0xc0) === 0x80) continue;
        const size = byte >= 0xf0 && byte < 0xf8 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc0 && byte < 0xe0 ? 2 : 1;
        return size > back ? [back, size] : [0, 0];
      }
      return [0, 0];
    },
    // The first half of a pair waits for the other, unless it has itself come in pieces. `before` is how many
    // bytes are left of the last piece.
    utf16le(bytes, before) {
      if (bytes.length % 2 === 1) return before === 2 && bytes.length === 3 ? [3, 4] : [1, 2];
      const high = bytes.at(-1);
      return bytes.length > (before === 1 ? 2 : 0) && high >= 0xd8 && high < 0xdc ? [2, 4] : [0, 0];
    },
    base64: (bytes) => [bytes.length % 3, 3],
  };
  cut.base64url = cut.base64;

  function StringDecoder(encoding) {
    const given = encoding === undefined || encoding === null || encoding === '' ? 'utf8' : encoding;
    const known = typeof given === 'string' ? knownEncoding(given) : undefined;
    if (known === undefined) throw coded(new TypeError(native.formatted('Unknown encoding: %s', encoding)), 'ERR_UNKNOWN_ENCODING');
    this.encoding = known;
    Object.defineProperty(this, 'rest', { value: Buffer.alloc(0), writable: true });
    Object.defineProperty(this, 'lastTotal', { value: 0, writable: true });
  }
  Object.assign(StringDecoder.prototype, {
    write(buf) {
      if (typeof buf === 'string') return buf;
      if (!ArrayBuffer.isView(buf)) throw wrongType('buf', 'an instance of Buffer, TypedArray, or DataView', buf);
      const bytes = Buffer.from(buf.buffer, buf.byteOffset, buf.byteLength);
      const whole = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
      const [kept, size] = cut[this.encoding]?.(whole, this.rest.length) ?? [0, 0];
      this.rest = Buffer.from(whole.subarray(whole.length - kept));
      this.lastTotal = kept > 0 ? size : 0;
      return whole.subarray(0, whole.length - kept).toString(this.encoding);
    },
    end(buf) {
      const text = buf === undefined ? '' : this.write(buf);
      const { rest } = this;
      this.rest = Buffer.alloc(0);
      this.lastTotal = 0;
      return text + rest.toString(this.encoding);
    },
    text(buf, offset) {
      this.rest = Buffer.alloc(0);
      return this.write(buf.subarray(offset));
    },
  });
  Object.defineProperties(StringDecoder.prototype, {
    lastChar: { get() { return Buffer.concat([this.rest], 4); }, enumerable: true, configurable: true },
    lastNeed: { get() { return Math.max(this.lastTotal - this.rest.length, 0); }, enumerable: true, configurable: true },
  });
  native.node.StringDecoder = StringDecoder;
})
