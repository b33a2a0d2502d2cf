(function (native) {
  'use strict';
  // `querystring`, which is older than `URLSearchParams` and lets a program choose its separators.
  const { part, coded } = native.node;
  const { Buffer } = part('buffers');
  const KEYS_MAX = 1000;
  const SAFE = "!'()*-._~";
  const isSafe = (one) => one >= '0' && one <= '9' || one >= 'A' && one <= 'Z' || one >= 'a' && one <= 'z' || SAFE.includes(one);

  const escape = (given) => {
    const text = typeof given === 'string' ? given : typeof given === 'object' ? String(given) : `${given}`;
    let out = '';
    for (const one of text) {
      if (isSafe(one)) {
        out += one;
        continue;
      }
      // Half of a pair at the end has no code.
      if (!one.isWellFormed()) throw coded(new URIError('URI malformed'), 'ERR_INVALID_URI');
      for (const byte of Buffer.from(one)) out += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }
    return out;
  };
  const digit = (text, at) => {
    const value = Number.parseInt(text[at], 16);
    return Number.isNaN(value) ? undefined : value;
  };
  const unescapeBuffer = (given, isSpaced = false) => {
    const text = `${given}`;
    const bytes = [];
    for (let at = 0; at < text.length; at++) {
      const one = text[at];
      const [high, low] = one === '%' ? [digit(text, at + 1), digit(text, at + 2)] : [];
      if (high !== undefined && low !== undefined) {
        bytes.push(high * 16 + low);
        at += 2;
      } else {
        bytes.push(isSpaced && one === '+' ? 32 : text.charCodeAt(at) & 0xff);
      }
    }
    return Buffer.from(bytes);
  };
  const unescape = (text, isSpaced = false) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return querystring.unescapeBuffer(text, isSpaced).toString();
    }
  };

  const plain = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
    return typeof value === 'bigint' || typeof value === 'boolean' ? `${value}` : '';
  };
  const stringify = (given, separator = undefined, equals = undefined, options = undefined) => {
    if (typeof given !== 'object' || given === null) return '';
    const [between, sign] = [separator || '&', equals || '='];
    const { encodeURIComponent: encode } = options ?? {};
    const escaped = typeof encode === 'function' ? (value) => encode(plain(value)) : (value) => querystring.escape(plain(value));
    return Object.keys(given).flatMap((key) => {
      const name = escaped(key) + sign;
      return (Array.isArray(given[key]) ? given[key] : [given[key]]).map((value) => name + escaped(value));
    }).join(between);
  };
  const parse = (text, separator = undefined, equals = undefined, options = undefined) => {
    const found = Object.create(null);
    if (typeof text !== 'string' || text === '') return found;
    const [between, sign] = [separator ? `${separator}` : '&', equals ? `${equals}` : '='];
    const most = typeof options?.maxKeys === 'number' ? options.maxKeys : KEYS_MAX;
    const given = options?.decodeURIComponent;
    const decode = typeof given === 'function' ? given : querystring.unescape;
    const decoded = (part, isOwn) => {
      const spaced = part.replaceAll('+', isOwn ? '%20' : ' ');
      if (!isOwn && !part.includes('%')) return spaced;
      try {
        return decode(spaced);
      } catch {
        return querystring.unescape(spaced, true);
      }
    };
    const isOwn = decode !== unescape;
    let left = most > 0 ? most : Infinity;
    for (const pair of text.split(between)) {
      if (left-- <= 0) break;
      if (pair === '') continue;
      const at = pair.indexOf(sign);
      const [key, value] = at < 0 ? [decoded(pair, isOwn), ''] : [decoded(pair.slice(0, at), isOwn), decoded(pair.slice(at + sign.length), isOwn)];
      const before = found[key];
      if (before === undefined) found[key] = value;
      else if (Array.isArray(before)) before.push(value);
      else found[key] = [before, value];
    }
    return found;
  };
  const querystring = { unescapeBuffer, unescape, escape, stringify, encode: stringify, parse, decode: parse };
  native.node.querystring = querystring;
})
