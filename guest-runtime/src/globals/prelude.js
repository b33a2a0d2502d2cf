(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  const globals = {};

  // Encoding.
  globals.TextEncoder = class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(text = '') { return native.encode(text); }
    encodeInto(text, target) {
      let read = 0, written = 0;
      for (const character of String(text)) {
        const bytes = native.encode(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += character.length;
      }
      return { read, written };
    }
  };
  const encodings = {
    'utf-8': 'utf-8', utf8: 'utf-8', 'unicode-1-1-utf-8': 'utf-8',
    'utf-16le': 'utf-16le', 'utf-16': 'utf-16le', utf16le: 'utf-16le', ucs2: 'utf-16le', 'ucs-2': 'utf-16le',
    latin1: 'latin1', 'iso-8859-1': 'latin1', ascii: 'latin1', 'us-ascii': 'latin1', 'windows-1252': 'latin1', binary: 'latin1',
  };
  globals.TextDecoder = class TextDecoder {
    #encoding; #fatal; #ignoreBOM;
    constructor(label = 'utf-8', options = {}) {
      const encoding = encodings[String(label).trim().toLowerCase()];
      if (!encoding) throw new RangeError(`The "${label}" encoding is not supported; use utf-8, utf-16le or latin1`);
      this.#encoding = encoding;
      this.#fatal = Boolean(options?.fatal);
      this.#ignoreBOM = Boolean(options?.ignoreBOM);
    }
    get encoding() { return this.#encoding === 'latin1' ? 'windows-1252' : this.#encoding; }
    get fatal() { return this.#fatal; }
    get ignoreBOM() { return this.#ignoreBOM; }
    decode(bytes) {
      const text = native.decode(bytes, this.#encoding, this.#fatal);
      return !this.#ignoreBOM && this.#encoding !== 'latin1' && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    }
  };
  globals.btoa = function btoa(text) { return native.toBase64(text); };
  globals.atob = function atob(text) { return native.fromBase64(text); };

  // Letters before their case and accents, as people sort; `numeric` as numbers.
  // No regular expressions here: compiling one would take random numbers for a hash table.
  const isMark = (code) => code >= 0x300 && code <= 0x36f;
  const isDigit = (character) => character >= '0' && character <= '9';
  const fold = (text) => {
    let out = '';
    for (const character of text.normalize('NFD')) if (!isMark(character.charCodeAt(0))) out += character;
    return out.toLowerCase();
  };
  const rank = (character) => (isDigit(character) ? 1 : character.toLowerCase() !== character.toUpperCase() || character > '\u02ff' ? 2 : 0);
  const digitsAt = (text, at) => {
    let end = at;
    while (end < text.length && isDigit(text[end])) end += 1;
    return text.slice(at, end);
  };
  const compareFolded = (a, b, numeric) => {
    let i = 0, j = 0;
    while (i < a.length && j < b.length) {
      if (numeric) {
        const x = digitsAt(a, i), y = digitsAt(b, j);
        if (x && y) {
          const difference = Number(x) - Number(y);
          if (difference) return difference < 0 ? -1 : 1;
          i += x.length;
          j += y.length;
          continue;
        }
      }
      if (a[i] !== b[j]) {
        const byRank = rank(a[i]) - rank(b[j]);
        return byRank ? Math.sign(byRank) : a[i] < b[j] ? -1 : 1;
      }
      i += 1;
      j += 1;
    }
    return Math.sign(a.length - i - (b.length - j));
  };
  const compareTexts = (a, b, options) => {
    if (a === b) return 0;
    const quick = native.compareAscii(a, b, options?.numeric, options?.sensitivity);
    if (quick !== undefined) return quick;
    const order = compareFolded(fold(a), fold(b), options?.numeric);
    if (order || options?.sensitivity === 'base') return order;
    const accents = (text) => text.normalize('NFD').toLowerCase();
    const [x, y] = [accents(a), accents(b)];
    if (x !== y) return x < y ? -1 : 1;
    if (options?.sensitivity === 'accent' || a === b) return 0;
    // Lower case first.
    return a < b ? 1 : -1;
  };
  // For `localeCompare`, which is native and asks for this where a text is not in ASCII.
  native.compareTexts = compareTexts;
  hide(String.prototype, 'toLocaleUpperCase', function toLocaleUpperCase() { return String(this).toUpperCase(); });
  hide(String.prototype, 'toLocaleLowerCase', function toLocaleLowerCase() { return String(this).toLowerCase(); });
  // The engine escapes every slash of a pattern, also those that are escaped already.
  const source = Object.getOwnPropertyDescriptor(RegExp.prototype, 'source');
  const engineSource = source.get;
  source.get = { get source() {
    const text = Reflect.apply(engineSource, this, []);
    if (!text.includes('/')) return text;
    const original = text.replaceAll('\\/', '/');
    let out = '', inClass = false;
    for (let i = 0; i < original.length; i++) {
      const character = original[i];
      if (character === '\\') { out += character + (original[++i] ?? ''); continue; }
      if (character === '[') inClass = true;
      if (character === ']') inClass = false;
      out += character === '/' && !inClass ? '\\/' : character;
    }
    return out;
  } };
  source.get = Object.getOwnPropertyDescriptor(source.get, 'source').get;
  Object.defineProperty(RegExp.prototype, 'source', source);

  for (const name of Object.keys(globals)) hide(globalThis, name, globals[name]);
})
