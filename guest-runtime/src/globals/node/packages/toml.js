(function (native) {
  'use strict';
  // `smol-toml`, `@iarna/toml` and `toml`.
  const { packages, hide } = native.node;
  const { chosen, absent, textOf } = packages;

  class TomlError extends Error {
    constructor(message, { line, column, codeblock } = {}) {
      super(message);
      this.name = 'TomlError';
      this.line = line;
      this.column = column;
      this.codeblock = codeblock;
    }
  }
  // The form of a date: with a day, with a time, with a zone.
  const FORM = /^(\d{4}-\d\d-\d\d)?[Tt ]?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|z|[-+]\d\d:\d\d)?$/;
  class TomlDate extends Date {
    #hasDay = true;
    #hasTime = true;
    #zone = 'Z';

    constructor(given) {
      const found = typeof given === 'string' ? FORM.exec(given.trim()) : null;
      const [, day, time, zone] = found ?? [];
      const isText = typeof given === 'string';
      const isRead = isText && (day || time);
      const clock = time && time.length === 5 ? `${time}:00` : time;
      super(isText ? (isRead ? `${day ?? '0000-01-01'}T${clock ?? '00:00:00'}${zone?.toUpperCase() ?? 'Z'}` : '') : given);
      if (isText && Number.isNaN(this.getTime())) this.#hasDay = this.#hasTime = false;
      else if (isText) {
        this.#hasDay = day !== undefined;
        this.#hasTime = time !== undefined;
        this.#zone = zone ? zone.toUpperCase() : null;
      }
      if (given instanceof TomlDate) {
        this.#hasDay = given.#hasDay;
        this.#hasTime = given.#hasTime;
        this.#zone = given.#zone;
      }
    }

    isDateTime() { return this.#hasDay && this.#hasTime; }
    isLocal() { return !this.#hasDay || !this.#hasTime || this.#zone === null; }
    isDate() { return this.#hasDay && !this.#hasTime; }
    isTime() { return this.#hasTime && !this.#hasDay; }
    isValid() { return this.#hasDay || this.#hasTime; }

    toISOString() {
      const iso = super.toISOString();
      if (this.isDate()) return iso.slice(0, 10);
      if (this.isTime()) return iso.slice(11, 23);
      if (this.#zone === null) return iso.slice(0, -1);
      if (this.#zone === 'Z') return iso;
      const minutes = Number(this.#zone.slice(1, 3)) * 60 + Number(this.#zone.slice(4, 6));
      const shift = this.#zone.startsWith('-') ? minutes : -minutes;
      return new Date(this.getTime() - shift * 60_000).toISOString().slice(0, -1) + this.#zone;
    }

    static wrapAsOffsetDateTime(date, offset = 'Z') {
      const made = new TomlDate(date);
      made.#zone = offset;
      return made;
    }

    static wrapAsLocalDateTime(date) {
      const made = new TomlDate(date);
      made.#zone = null;
      return made;
    }

    static wrapAsLocalDate(date) {
      const made = new TomlDate(date);
      made.#hasTime = false;
      made.#zone = null;
      return made;
    }

    static wrapAsLocalTime(date) {
      const made = new TomlDate(date);
      made.#hasDay = false;
      made.#zone = null;
      return made;
    }
  }
  const read = (text, options, fault) => {
    try {
      return native.readToml(text, options);
    } catch (error) {
      if (!(error instanceof SyntaxError) || error.line === undefined) throw error;
      throw fault(error);
    }
  };
  const plainMessage = (error) => packages.reasonOf(error)[0];
  const smolParse = (toml, given = undefined) => {
    const options = chosen('smol-toml.parse', given, { integersAsBigInt: undefined, maxDepth: 1000 });
    const integers = { asNeeded: 'big', true: 'allBig' }[`${options.integersAsBigInt}`];
    return read(textOf(toml, 'toml'), { localDates: true, integers, date: (text) => new TomlDate(text) }, (error) => new TomlError(`Invalid TOML document: ${plainMessage(error)}\n\n${packages.reasonOf(error)[1]}\n`, { line: error.line, column: error.column, codeblock: packages.reasonOf(error)[1] }));
  };
  // The package has no empty line behind a table that has nothing of its own.
  const smolText = (value) => native.writeToml(value, { spacedArrays: true, skipNull: true, ownDates: true }).replaceAll(/^(\[[^[\n].*\])\n\n(?=\[)/gm, '$1\n') || '\n';
  const smolStringify = (value, given = undefined) => {
    chosen('smol-toml.stringify', given, { maxDepth: 1000, numbersAsFloat: false });
    if (given?.numbersAsFloat) throw new TypeError('smol-toml.stringify has the option numbersAsFloat not here: leave it out');
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new TypeError('stringify can only be called with an object');
    return smolText(value);
  };
  packages.smolToml = { TomlDate, TomlError, parse: smolParse, stringify: smolStringify };
  packages.smolToml.default = { ...packages.smolToml };

  // Errors of the other two have the place and what it is in.
  const placed = (error) => Object.assign(new Error(plainMessage(error)), { name: 'TomlError', fromTOML: true, line: error.line - 1, col: (error.column ?? 1) - 1 });
  const isoOnly = (text) => new TomlDate(text);
  const iarnaDate = (text) => {
    const made = isoOnly(text);
    const form = made.isDate() ? 'isDate' : made.isTime() ? 'isTime' : made.isLocal() ? 'isFloating' : undefined;
    if (!form) return new Date(made.getTime());
    const shown = made.toISOString();
    const date = new Date(made.getTime());
    hide(date, form, true);
    hide(date, 'toISOString', () => shown);
    return date;
  };
  const iarnaParse = (text) => read(textOf(text, 'str'), { localDates: true, integers: 'big', date: iarnaDate }, placed);
  iarnaParse.async = (text) => new Promise((resolve) => resolve(iarnaParse(text)));
  iarnaParse.stream = absent('@iarna/toml.parse.stream', 'read the text, and give it to parse');
  // How `@iarna/toml` writes: tables within tables are indented, digits are in groups.
  const ESCAPES = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r', '"': '\\"', '\\': '\\\\' };
  const escaped = (text, kept = '') => text.replaceAll(/[\0-\x1f\x7f"\\]/g, (one) => (kept.includes(one) ? one : ESCAPES[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`));
  const keyOf = (key) => (/^[-\w]+$/.test(key) ? key : `"${escaped(key)}"`);
  const isTable = (value) => value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
  const isTables = (value) => Array.isArray(value) && value.length > 0 && value.every(isTable);
  const isLeftOut = (value) => value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol' || (value instanceof Date && Number.isNaN(value.getTime()));
  const grouped = (digits) => digits.replaceAll(/\B(?=(\d{3})+$)/g, '_');
  const numberOf = (value) => {
    if (Number.isNaN(value)) return 'nan';
    if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
    if (Object.is(value, -0)) return '-0.0';
    return `${value}`.replace(/^-?\d+(?!.*e)/, grouped);
  };
  // Characters of a list in a line.
  const LINE_MAX = 60;
  const inline = (value, isAlone) => {
    switch (typeof value) {
      case 'string':
        if (isAlone && value.includes('\n')) return `"""\n${escaped(value, '\n"').replaceAll(/"(?="")/g, '\\"')}${value.endsWith('"') ? '\\\n' : ''}"""`;
        return isAlone && /"/.test(value) && !/[\0-\x1f\x7f'\\]/.test(value) ? `'${value}'` : `"${escaped(value)}"`;
      case 'number': return numberOf(value);
      case 'bigint': return grouped(`${value}`);
      case 'boolean': return `${value}`;
      default:
    }
    if (value instanceof Date) return value.toISOString();
    const parts = Array.isArray(value)
      ? value.filter((item) => !isLeftOut(item)).map((item) => inline(item, false))
      : Object.keys(value).filter((key) => !isLeftOut(value[key])).map((key) => `${keyOf(key)} = ${inline(value[key], false)}`);
    const whole = parts.join(', ');
    if (Array.isArray(value) && (whole.length > LINE_MAX || whole.includes('\n'))) return `[\n  ${parts.join(',\n  ')}\n]`;
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    return parts.length === 0 ? `${open} ${close}` : `${open} ${whole} ${close}`;
  };
  const tableText = (table, prefix, indent) => {
    const keys = Object.keys(table).filter((key) => !isLeftOut(table[key]));
    const isInline = (key) => !isTables(table[key]) && !(isTable(table[key]) && Object.keys(table[key]).length > 0);
    const plain = keys.filter(isInline);
    let text = plain.map((key) => `${indent}${keyOf(key)} = ${inline(table[key], true)}\n`).join('');
    const inner = prefix !== '' && plain.length > 0 ? `${indent}  ` : '';
    for (const key of keys.filter((one) => !isInline(one))) {
      const name = prefix + keyOf(key);
      const value = table[key];
      const hasHead = !Array.isArray(value) && Object.keys(value).some((one) => !isLeftOut(value[one]) && !isTables(value[one]) && !(isTable(value[one]) && Object.keys(value[one]).length > 0));
      const part = Array.isArray(value)
        ? value.map((item) => `${inner}[[${name}]]\n${tableText(item, `${name}.`, inner)}`).join('\n')
        : (hasHead ? `${inner}[${name}]\n` : '') + tableText(value, `${name}.`, inner);
      text += (text === '' ? '' : '\n') + part;
    }
    return text;
  };
  const iarnaStringify = (value) => {
    if (!isTable(value)) throw new TypeError('Can only stringify objects, not arrays and such');
    return tableText(value, '', '');
  };
  iarnaStringify.value = absent('@iarna/toml.stringify.value', 'stringify an object that has the value');
  packages.iarnaToml = { parse: iarnaParse, stringify: iarnaStringify };

  // A date with a zone is a `Date`, any other its text.
  const tomlDate = (text) => (/(Z|z|[-+]\d\d:\d\d)$/.test(text) ? new Date(isoOnly(text).getTime()) : text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T'));
  packages.toml = {
    parse: (text) => read(`${text}`, { localDates: true, date: tomlDate }, (error) => Object.assign(new SyntaxError(plainMessage(error)), { line: error.line, column: error.column })),
  };
})
