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

  // Locales: everything is printed as for en-US and UTC.
  const group = (digits) => {
    let text = '';
    for (let end = digits.length; end > 0; end -= 3) text = digits.slice(Math.max(0, end - 3), end) + (text && ',' + text);
    return text;
  };
  const formatNumber = (number, options) => {
    options = options ?? {};
    if (Number.isNaN(number)) return 'NaN';
    const percent = options.style === 'percent';
    const currency = options.style === 'currency';
    let value = percent ? number * 100 : number;
    const negative = value < 0 || Object.is(value, -0);
    value = Math.abs(value);
    const least = options.minimumFractionDigits ?? (currency ? 2 : 0);
    const most = options.maximumFractionDigits ?? Math.max(least, currency ? 2 : percent ? 0 : 3);
    let text;
    if (value === Infinity) text = '∞';
    else {
      let suffix = '';
      if (options.notation === 'compact') {
        for (const [limit, letter] of [[1e12, 'T'], [1e9, 'B'], [1e6, 'M'], [1e3, 'K']]) {
          if (value >= limit) { value /= limit; suffix = letter; break; }
        }
        value = value < 100 ? Math.round(value * 10) / 10 : Math.round(value);
      }
      if (options.maximumSignificantDigits) value = Number(value.toPrecision(options.maximumSignificantDigits));
      let [whole, fraction = ''] = value < 1e21
        ? value.toFixed(Math.min(100, Math.max(least, most))).split('.')
        : [BigInt(value).toString()];
      while (fraction.length > least && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
      whole = whole.padStart(options.minimumIntegerDigits ?? 1, '0');
      text = (options.useGrouping === false ? whole : group(whole)) + (fraction && '.' + fraction) + suffix;
    }
    if (currency) {
      const code = String(options.currency ?? 'USD').toUpperCase();
      text = ({ USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹' }[code] ?? code + ' ') + text;
    }
    if (options.style === 'unit' && options.unit) text += ' ' + options.unit;
    return (negative && text !== '0' ? '-' : negative ? '-' : '') + text + (percent ? '%' : '');
  };
  hide(Number.prototype, 'toLocaleString', function toLocaleString(locales, options) { return formatNumber(Number(this), options); });
  hide(BigInt.prototype, 'toLocaleString', function toLocaleString() {
    const text = this.toString();
    return text.startsWith('-') ? '-' + group(text.slice(1)) : group(text);
  });
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const two = (number) => String(number).padStart(2, '0');
  const formatDate = (date, options, defaults) => {
    if (Number.isNaN(date.getTime())) return 'Invalid Date';
    options = { ...(options ?? {}) };
    const dateKeys = ['weekday', 'year', 'month', 'day'], timeKeys = ['hour', 'minute', 'second'];
    if (options.dateStyle || options.timeStyle) {
      const style = options.dateStyle;
      if (style) {
        options.year = style === 'short' ? '2-digit' : 'numeric';
        options.day = 'numeric';
        options.month = { full: 'long', long: 'long', medium: 'short', short: 'numeric' }[style];
        if (style === 'full') options.weekday = 'long';
      }
      if (options.timeStyle) {
        options.hour = options.minute = 'numeric';
        if (options.timeStyle !== 'short') options.second = 'numeric';
      }
    } else if (![...dateKeys, ...timeKeys].some((key) => options[key] !== undefined)) {
      if (defaults !== 'time') options.year = options.month = options.day = 'numeric';
      if (defaults !== 'date') options.hour = options.minute = options.second = 'numeric';
    }
    const part = (value, form) => (form === '2-digit' ? two(value % 100) : String(value));
    let text = '';
    const { weekday, year, month, day } = options;
    const dayName = weekday && (weekday === 'long' ? days[date.getUTCDay()] : days[date.getUTCDay()].slice(0, 3));
    if (month === 'long' || month === 'short') {
      const name = month === 'long' ? months[date.getUTCMonth()] : months[date.getUTCMonth()].slice(0, 3);
      text = name + (day ? ' ' + part(date.getUTCDate(), day) : '') + (year ? (day ? ', ' : ' ') + part(date.getUTCFullYear(), year) : '');
    } else {
      text = [
        month && part(date.getUTCMonth() + 1, month),
        day && part(date.getUTCDate(), day),
        year && part(date.getUTCFullYear(), year),
      ].filter(Boolean).join('/');
    }
    if (dayName) text = text ? dayName + ', ' + text : dayName;
    if (options.hour || options.minute || options.second) {
      const hours = date.getUTCHours();
      const is12 = options.hour12 ?? !(options.hourCycle === 'h23');
      const shown = is12 ? hours % 12 || 12 : hours;
      const clock = [
        options.hour && (options.hour === '2-digit' || !is12 ? two(shown) : String(shown)),
        options.minute && (options.hour || options.second ? two(date.getUTCMinutes()) : String(date.getUTCMinutes())),
        options.second && (options.minute ? two(date.getUTCSeconds()) : String(date.getUTCSeconds())),
      ].filter((item) => item !== undefined).join(':') + (options.hour && is12 ? (hours < 12 ? ' AM' : ' PM') : '');
      text = text ? text + ', ' + clock : clock;
    }
    return text;
  };
  hide(Date.prototype, 'toLocaleString', function toLocaleString(locales, options) { return formatDate(this, options, 'all'); });
  hide(Date.prototype, 'toLocaleDateString', function toLocaleDateString(locales, options) { return formatDate(this, options, 'date'); });
  hide(Date.prototype, 'toLocaleTimeString', function toLocaleTimeString(locales, options) { return formatDate(this, options, 'time'); });
  hide(Array.prototype, 'toLocaleString', function toLocaleString(locales, options) {
    return Array.from(this, (item) => (item === undefined || item === null ? '' : item.toLocaleString(locales, options))).join(',');
  });
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
  const resolved = (options) => ({ locale: 'en-US', timeZone: 'UTC', ...options });
  const Intl = {};
  hide(Intl, 'NumberFormat', class NumberFormat {
    #options;
    constructor(locales, options) { this.#options = options; this.format = (value) => typeof value === 'bigint' ? value.toLocaleString() : formatNumber(Number(value), this.#options); }
    resolvedOptions() { return resolved(this.#options); }
  });
  hide(Intl, 'DateTimeFormat', class DateTimeFormat {
    #options;
    constructor(locales, options) { this.#options = options; this.format = (value) => formatDate(value === undefined ? new Date() : new Date(value), this.#options, 'date'); }
    resolvedOptions() { return resolved(this.#options); }
  });
  hide(Intl, 'Collator', class Collator {
    #options;
    constructor(locales, options) { this.#options = options; this.compare = (a, b) => compareTexts(String(a), String(b), this.#options); }
    resolvedOptions() { return resolved(this.#options); }
  });
  hide(Intl, 'PluralRules', class PluralRules {
    select(number) { return number === 1 ? 'one' : 'other'; }
  });
  hide(Intl, 'ListFormat', class ListFormat {
    #options;
    constructor(locales, options) { this.#options = options ?? {}; }
    format(items) {
      const list = [...items], word = this.#options.type === 'disjunction' ? 'or' : 'and';
      if (list.length < 2) return list.join('');
      if (list.length === 2) return `${list[0]} ${word} ${list[1]}`;
      return `${list.slice(0, -1).join(', ')}, ${word} ${list[list.length - 1]}`;
    }
  });
  globals.Intl = Intl;

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

  // Cancelling.
  let fire;
  globals.AbortSignal = class AbortSignal {
    aborted = false;
    reason = undefined;
    onabort = null;
    #listeners = [];
    addEventListener(type, listener) { if (type === 'abort') this.#listeners.push(listener); }
    removeEventListener(type, listener) { this.#listeners = this.#listeners.filter((other) => other !== listener); }
    throwIfAborted() { if (this.aborted) throw this.reason; }
    static {
      fire = (signal, reason) => {
        if (signal.aborted) return;
        signal.aborted = true;
        signal.reason = reason;
        const event = { type: 'abort', target: signal };
        if (typeof signal.onabort === 'function') signal.onabort(event);
        for (const listener of signal.#listeners) listener.call(signal, event);
      };
    }
    static timeout(milliseconds) {
      const signal = new globals.AbortSignal();
      setTimeout(() => fire(signal, abortError('TimeoutError', 'The operation timed out')), milliseconds);
      return signal;
    }
    static abort(reason = abortError('AbortError', 'This operation was aborted')) {
      const signal = new globals.AbortSignal();
      fire(signal, reason);
      return signal;
    }
  };
  const abortError = (name, message) => Object.defineProperty(new Error(message), 'name', { value: name, configurable: true, writable: true });
  globals.AbortController = class AbortController {
    signal = new globals.AbortSignal();
    abort(reason = abortError('AbortError', 'This operation was aborted')) { fire(this.signal, reason); }
  };

  for (const name of Object.keys(globals)) hide(globalThis, name, globals[name]);
})
