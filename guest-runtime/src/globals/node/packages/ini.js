(function (native) {
  'use strict';
  // `ini` and `dotenv`.
  const { part, packages } = native.node;
  const { chosen, absent, textOf } = packages;

  // A value or a name of `ini` as it is written: in quotes where it would be read as something else.
  const isInQuotes = (text) => (text.startsWith('"') && text.endsWith('"')) || (text.startsWith("'") && text.endsWith("'"));
  const safe = (value) => {
    const isPlain = typeof value === 'string' && !/[=\r\n]/.test(value) && !value.startsWith('[') && !(value.length > 1 && isInQuotes(value)) && value === value.trim();
    return isPlain ? value.split(';').join('\\;').split('#').join('\\#') : JSON.stringify(value);
  };
  const unsafe = (given) => {
    let text = `${given || ''}`.trim();
    if (isInQuotes(text)) {
      if (text.startsWith("'")) text = text.slice(1, -1);
      try {
        text = JSON.parse(text);
      } catch {
        // It stays as it is.
      }
      return text;
    }
    // As far as a comment that no backslash precedes.
    const [shown] = /^(?:\\.|[^\\;#]|\\$)*/s.exec(text);
    return shown.replace(/\\([\\;#])/g, '$1').trim();
  };
  // The names in the name of a section are parted by dots that no backslash precedes.
  const namesOf = (name) => name.split(/(?<!\\)\./);

  const ENCODED = { align: false, bracketedArray: true, newline: false, platform: undefined, section: undefined, sort: false, whitespace: false };
  const isSection = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
  const valueOf = (text) => (['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text);
  // Puts a section that has dots in its name into the others.
  const nest = (root, name) => {
    const names = namesOf(name);
    const last = names.pop().replaceAll('\\.', '.');
    let holder = root;
    for (const one of names) {
      if (one === '__proto__') continue;
      if (!Object.hasOwn(holder, one) || holder[one] === null || typeof holder[one] !== 'object') holder[one] = Object.create(null);
      holder = holder[one];
    }
    if (holder === root && (names.length > 0 || last === name)) return;
    holder[last] = root[name];
    delete root[name];
  };
  const decode = (given, options) => {
    const { bracketedArray } = chosen('ini.parse', options, ENCODED);
    const root = Object.create(null);
    let section = root;
    // Without brackets a name that comes again has a list.
    const seen = new Set();
    for (const line of textOf(given, 'str').split(/[\r\n]+/)) {
      if (/^\s*(?:[;#]|$)/.test(line)) continue;
      const head = /^\[([^\]]*)\]\s*$/.exec(line);
      if (head) {
        const name = unsafe(head[1]);
        section = name === '__proto__' ? Object.create(null) : (root[name] ||= Object.create(null));
        continue;
      }
      const at = line.indexOf('=');
      if (at === 0) continue;
      const name = unsafe(at < 0 ? line : line.slice(0, at));
      const value = at < 0 ? true : valueOf(unsafe(line.slice(at + 1)));
      const isList = bracketedArray ? name.length > 2 && name.endsWith('[]') : seen.has(name);
      seen.add(name);
      const key = isList && name.endsWith('[]') ? name.slice(0, -2) : name;
      if (key === '__proto__' || section === null || typeof section !== 'object') continue;
      if (isList && !Array.isArray(section[key])) section[key] = Object.hasOwn(section, key) ? [section[key]] : [];
      if (Array.isArray(section[key])) section[key].push(value);
      else section[key] = value;
    }
    // `null` is for the package an object, too.
    for (const name of Object.keys(root)) if (root[name] === null || isSection(root[name])) nest(root, name);
    return root;
  };

  const encode = (object, given) => {
    const options = chosen('ini.stringify', typeof given === 'string' ? { section: given } : given, ENCODED);
    const { align, bracketedArray, newline, section } = options;
    const equals = options.whitespace || align ? ' = ' : '=';
    const end = options.platform === 'win32' ? '\r\n' : '\n';
    const keys = Object.keys(object);
    if (options.sort) keys.sort();
    const [sections, others] = [true, false].map((is) => keys.filter((key) => Boolean(isSection(object[key])) === is));
    // Lists have the width of their brackets also where they have none.
    const listName = (key) => (Array.isArray(object[key]) ? `${key}[]` : key);
    const width = align ? Math.max(0, ...others.map((key) => safe(listName(key)).length)) : 0;
    let text = '';
    for (const key of others) {
      const name = safe(bracketedArray ? listName(key) : key).padEnd(width);
      for (const value of [object[key]].flat()) text += name + equals + safe(value) + end;
    }
    if (section && text !== '') text = `[${safe(section)}]${end}${newline ? end : ''}${text}`;
    for (const key of sections) {
      const inner = encode(object[key], { ...options, section: `${section ? `${section}.` : ''}${namesOf(key).join('\\.')}` });
      text += (text !== '' && inner !== '' ? end : '') + inner;
    }
    return text;
  };
  packages.ini = { parse: decode, decode, stringify: encode, encode, safe, unsafe };

  // `dotenv`: lines of `NAME=value`, `NAME: value` and `export NAME=value`.
  const nameOf = (front, isColon) => {
    const words = front.trim().split(/\s+/);
    if (words.length === 2 && words[0] === 'export') words.shift();
    return words.length === 1 && /^[\w.-]+$/.test(words[0]) && !(isColon && /\s$/.test(front)) ? words[0] : undefined;
  };
  const QUOTE = /["'`]/;
  const lineEnd = (text, at) => {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  };
  // The end of the text in quotes that begins here. A quote with a backslash ends it only where no other does, and behind
  // its end there is nothing but a comment.
  const quotedEnd = (text, start) => {
    const ends = [];
    let at = start;
    do {
      at = text.indexOf(text[start], at + 1);
      if (at >= 0 && /^\s*(?:#|$)/.test(text.slice(at + 1, lineEnd(text, at)))) ends.push(at + 1);
    } while (at >= 0 && text[at - 1] === '\\');
    return ends.at(-1);
  };
  const parse = (source) => {
    const values = {};
    const text = (typeof source === 'string' ? source : textOf(source, 'src')).replace(/\r\n?/g, '\n');
    let mark = -1;
    let next;
    for (let at = 0; at < text.length; at = next + 1) {
      next = lineEnd(text, at);
      if (mark < at) mark = at + text.slice(at).search(/[=:]/);
      if (mark < at) break;
      const isColon = text[mark] === ':';
      const start = mark + (isColon ? 2 : 1);
      // Behind a colon there is white space.
      if (isColon && text.slice(mark + 1, start).trim() !== '') continue;
      const name = start <= text.length ? nameOf(text.slice(at, mark), isColon) : undefined;
      if (name === undefined) continue;
      next = lineEnd(text, start);
      let value = text.slice(start, next).split('#', 1)[0].trim();
      // Quotes may begin in a later line.
      const open = start + text.slice(start).search(/\S|$/);
      const close = QUOTE.test(text[open] ?? '') ? quotedEnd(text, open) : undefined;
      if (close !== undefined) {
        value = text.slice(open, close);
        next = lineEnd(text, close);
      }
      const [quote] = value;
      if (value.length > 1 && QUOTE.test(quote) && value.endsWith(quote)) value = value.slice(1, -1);
      values[name] = quote === '"' ? value.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : value;
    }
    return values;
  };
  const populate = (target, values, options = {}) => {
    if (typeof values !== 'object') throw Object.assign(new Error('OBJECT_REQUIRED: Please check the processEnv argument being passed to populate'), { code: 'OBJECT_REQUIRED' });
    const populated = {};
    for (const name of Object.keys(values)) {
      if (Object.hasOwn(target, name) && options.override !== true) continue;
      target[name] = values[name];
      populated[name] = values[name];
    }
    return populated;
  };
  const USE_FILE = 'encrypted files are not read here: use config({ path })';
  const config = (given) => {
    const options = chosen('dotenv.config', given, { path: '/.env', encoding: 'utf8', debug: false, override: false, processEnv: undefined, quiet: true }, { DOTENV_KEY: USE_FILE });
    const { fs } = part('fs');
    const found = {};
    let fault;
    for (const one of [options.path].flat()) {
      const path = one instanceof URL ? one : `${one}`.replace(/^~(?=\/|$)/, '');
      try {
        populate(found, parse(fs.readFileSync(path, { encoding: options.encoding })), options);
      } catch (error) {
        fault = error;
      }
    }
    populate(options.processEnv ?? process.env, found, options);
    return fault ? { parsed: found, error: fault } : { parsed: found };
  };
  packages.dotenv = {
    parse, populate, config, configDotenv: config,
    _configVault: absent('dotenv._configVault', USE_FILE), _parseVault: absent('dotenv._parseVault', USE_FILE), decrypt: absent('dotenv.decrypt', USE_FILE),
  };
})
