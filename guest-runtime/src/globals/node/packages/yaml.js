(function (native) {
  'use strict';
  // `yaml`. Its documents are values here: what they hold has no nodes.
  const { packages } = native.node;
  const { chosen, absent, textOf } = packages;
  const { Layout, anyOf, block, core, escaped, isFoldable, isForBlock, repeated, wrapped } = packages.yamlText;

  class YAMLError extends Error {
    constructor(name, pos, code, message) {
      super(message);
      this.name = name;
      this.code = code;
      this.pos = pos;
    }
  }
  class YAMLParseError extends YAMLError {
    constructor(pos, code, message) {
      super('YAMLParseError', pos, code, message);
    }
  }
  class YAMLWarning extends YAMLError {
    constructor(pos, code, message) {
      super('YAMLWarning', pos, code, message);
    }
  }
  const codeOf = (message) => (message.includes('twice') ? 'DUPLICATE_KEY' : message.includes('alias') || message.includes('anchor') ? 'BAD_ALIAS' : 'UNEXPECTED_TOKEN');
  const faultOf = (error, text) => {
    if (!(error instanceof SyntaxError) || error.line === undefined) return error;
    const start = text.split('\n').slice(0, error.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + (error.column ?? 1) - 1;
    const [reason, shown] = packages.reasonOf(error);
    const made = new YAMLParseError([start, start + 1], codeOf(reason), `${reason} at line ${error.line}, column ${error.column ?? 1}:${shown ? `\n\n${shown}\n` : ''}`);
    made.linePos = [{ line: error.line, col: error.column ?? 1 }, { line: error.line, col: (error.column ?? 1) + 1 }];
    return made;
  };

  const PARSED = {
    logLevel: 'warn', maxAliasCount: 100, merge: false, onAnchor: undefined, prettyErrors: true, reviver: undefined, schema: 'core', strict: true, stringKeys: false,
    toStringDefaults: undefined, uniqueKeys: true, version: '1.2', keepSourceTokens: false, lineCounter: undefined,
  };
  const NOT_PARSED = {
    compat: 'leave it out', customTags: 'load the text, and change the values', intAsBigInt: 'TOML.parse and JSON have them; quote the number in the text', keepSourceTokens: 'there are no nodes here',
    lineCounter: 'errors have linePos', mapAsMap: 'new Map(Object.entries(value))', onAnchor: 'there are no nodes here', resolveKnownTags: 'leave it out',
  };
  const coreOptions = (given, callee) => {
    const options = chosen(callee, given, PARSED, NOT_PARSED);
    if (`${options.version}` !== '1.2' && options.version !== undefined && options.version !== 'next') throw new TypeError(`${callee}: version is 1.2 here, not ${options.version}`);
    if (!['core', undefined, null].includes(options.schema)) throw new TypeError(`${callee}: schema is core here, not ${options.schema}`);
    return { merge: options.merge === true, ignoreTags: true, emptyNullKey: true, duplicateKeys: options.uniqueKeys === false };
  };
  const read = (text, core) => {
    try {
      return native.readYaml(text, core);
    } catch (error) {
      throw faultOf(error, text);
    }
  };
  const severalDocuments = () => new YAMLParseError([0, 1], 'MULTIPLE_DOCS', 'Source contains multiple documents; please use YAML.parseAllDocuments()');
  const revived = (holder, key, value, reviver) => {
    if (value !== null && typeof value === 'object') {
      for (const name of Object.keys(value)) {
        const inner = revived(value, name, value[name], reviver);
        if (inner === undefined) delete value[name];
        else value[name] = inner;
      }
    }
    return reviver.call(holder, key, value);
  };
  const parse = (input, reviver = undefined, given = undefined) => {
    const isOptions = given === undefined && reviver !== null && typeof reviver === 'object';
    const options = isOptions ? reviver : given;
    const documents = read(textOf(input, 'source'), coreOptions(options, 'yaml.parse'));
    if (documents.length > 1) throw severalDocuments();
    const value = documents.length > 0 ? documents[0] : null;
    return typeof reviver === 'function' ? revived({ '': value }, '', value, reviver) : value;
  };

  // Writing.
  const WRITTEN = {
    aliasDuplicateObjects: true, blockQuote: true, collectionStyle: 'any', defaultKeyType: null, defaultStringType: 'PLAIN', doubleQuotedMinMultiLineLength: 40, falseStr: 'false',
    flowCollectionPadding: true, indent: 2, indentSeq: true, keepUndefined: false, lineWidth: 80, logLevel: 'warn', merge: false, minContentWidth: 20, nullStr: 'null', prettyErrors: true,
    schema: 'core', simpleKeys: false, singleQuote: null, sortMapEntries: false, strict: true, trueStr: 'true', uniqueKeys: true, version: '1.2',
  };
  const NOT_WRITTEN = { commentString: 'values have no comments', customTags: 'change the values', directives: 'add the lines to the text', doubleQuotedAsJSON: 'use JSON.stringify', verifyAliasOrder: 'leave it out', anchorPrefix: 'leave it out', toStringDefaults: 'give the options themselves' };
  const UNSAFE = anyOf(...core);
  // 5.1: what is not printable; for the package the next line (U+0085) is not, either.
  const UNPRINTABLE = /[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\u{10ffff}]/u;
  const ESCAPED = /[\x00-\x09\x0b-\x1f"\\\ud800-\udfff]/gu;
  // What begins a line of a document in its own right. Such a text is indented, or in quotes.
  const MARKER = /^['"]?(?:%|---|\.\.\.)/m;
  // Lines are parted at single spaces, at the margin but in front of what would be a marker there.
  const isGap = (before, behind) => /[^\t]$/.test(before) && /^[^\t]/.test(behind);
  const isGapAtMargin = (before, behind) => isGap(before, behind) && !/^(?:---|\.\.\.)(?:\t|$)/.test(behind);

  const isBox = (value) => value instanceof String || value instanceof Number || value instanceof Boolean || value instanceof BigInt;
  const itemsOf = (value) => {
    if (Array.isArray(value)) return value;
    return typeof value[Symbol.iterator] === 'function' && !(value instanceof Map) ? [...value] : undefined;
  };

  class Writer extends Layout {
    constructor(options) {
      super({ step: options.indent, itemStep: 2, outdent: options.indentSeq || options.indent < 2 ? 0 : 2, isTight: true });
      this.options = options;
      this.written = new Set();
      this.made = new Map();
    }

    // By how much the lines of a text are indented, and how many characters there are in each: no fewer than the least, but
    // in lines that are narrower anyway.
    frameOf(text, at) {
      const { lineWidth, minContentWidth } = this.options;
      const columns = at || (MARKER.test(text) ? 2 : 0);
      const least = lineWidth < minContentWidth ? 0 : minContentWidth;
      return { columns, least, room: lineWidth - columns, width: lineWidth > 0 ? Math.max(lineWidth - columns, least) : Infinity };
    }

    // The lines of a text in place; they begin below a key that leaves no room.
    filled(text, { at, before = 0 }, isDouble = false) {
      const { columns, least, room, width } = this.frameOf(text, at);
      const behind = this.options.lineWidth - before;
      const isBelow = text.length > width + 1 && before > 0 && behind < Math.max(2, least);
      const wrap = (line, index) => {
        if (text.length <= width + 1) return [line];
        return wrapped(line, columns > 0 ? isGap : isGapAtMargin, width, index > 0 ? width : before > 0 && !isBelow ? behind : room, isDouble);
      };
      const lines = text.split('\n').flatMap(wrap);
      if (isBelow) lines.unshift('');
      return lines.map((line, index) => (line && index > 0 ? ' '.repeat(columns) + line : line)).join('\n').replaceAll('\0', ' ');
    }

    inDouble(text, place) {
      // A space at an end of a line would be lost: it has a backslash, and is none until the lines are made.
      const body = `"${escaped(text, ESCAPED).replaceAll(' \n', '\\\0\n')}"`;
      if (place.isKey || JSON.stringify(text).length < this.options.doubleQuotedMinMultiLineLength) return this.oneLine(body, place);
      return this.filled(body.replace(/\n"$/, '\\n"').replace(/\n+ ?/g, (ends) => `\n${ends.replace(' ', '\\\0')}`), place, true);
    }

    oneLine(body, place) {
      const line = body.replaceAll('\n', '\\n');
      return place.isKey ? line.replaceAll('\0', ' ') : this.filled(line, place, true);
    }

    inSingle(text, place) {
      if (this.options.singleQuote === false || (place.isKey && text.includes('\n')) || /[ \t]\n|\n[ \t]/.test(text)) return this.inDouble(text, place);
      const body = `'${text.replaceAll("'", "''").replace(/\n+/g, '\n$&')}'`;
      return place.isKey ? body : this.filled(body, place);
    }

    // The quotes that the text has not, or the usual ones.
    quoted(text, place) {
      const [hasSingle, hasDouble] = ["'", '"'].map((mark) => text.includes(mark));
      const isSingle = hasSingle === hasDouble ? this.options.singleQuote : hasDouble;
      return isSingle ? this.inSingle(text, place) : this.inDouble(text, place);
    }

    block(text, place) {
      const { blockQuote, lineWidth } = this.options;
      // What ends in blanks, or is of them alone, cannot be told from what indents it.
      if (!blockQuote || /\n[\t ]+$|^\n* [ \n]*$/.test(text) || !isForBlock(text, place.depth)) return this.quoted(text, place);
      const { columns, room, width } = this.frameOf(text, place.at);
      const hasWidth = (lines, most) => !(lineWidth > 0) || lines.every((line) => line.length <= most);
      const lines = text.split('\n');
      const isShort = text.length - (text.endsWith('\n') ? 1 : 0) <= width + 1;
      let isFitting = true;
      const wrap = (line) => {
        if (isShort) return [line];
        const parts = wrapped(line, columns > 0 ? isGap : isGapAtMargin, width);
        isFitting &&= hasWidth(parts, width);
        return parts;
      };
      // Long lines are folded, where all of them have the width then, and the first is none that stays as it is.
      const isLong = blockQuote !== 'literal' && !hasWidth(lines, room) && (isFoldable(text) || hasWidth([lines[0]], width));
      const isForced = blockQuote === 'folded';
      const folds = isForced || isLong ? block(text, columns, place.depth, wrap) : '';
      const made = isForced || (isLong && isFitting) ? folds : block(text, columns, place.depth);
      // An empty line is indented where it is the first.
      return text.startsWith('\n') ? made.replace('\n', `\n${' '.repeat(columns)}`) : made;
    }

    string(text, place) {
      const { isKey, at } = place;
      const { defaultKeyType, defaultStringType } = this.options;
      const type = (isKey && defaultKeyType) || defaultStringType;
      if (type === 'QUOTE_DOUBLE' || UNPRINTABLE.test(text)) return this.inDouble(text, place);
      if (type === 'QUOTE_SINGLE') return this.inSingle(text, place);
      const isUnsafe = UNSAFE.test(text) || (at === 0 && text.startsWith('\ufeff'));
      const isMarker = at === 0 && MARKER.test(text);
      const isBlock = type.startsWith('BLOCK');
      if (!isKey && (isBlock || text.includes('\n') || (isMarker && !isUnsafe))) return this.block(text, place);
      if (isBlock || isUnsafe || isMarker || text.includes('\n')) return this.quoted(text, place);
      return isKey ? text : this.filled(text, place);
    }

    // What `toJSON` gives, asked once, and boxes hold.
    plain(value) {
      if (value === null || typeof value !== 'object') return value;
      if (isBox(value)) return value.valueOf();
      if (!this.made.has(value)) this.made.set(value, !(value instanceof Map) && typeof value.toJSON === 'function' ? value.toJSON() : value);
      return this.made.get(value);
    }

    textOf(value, place) {
      if (value === null || value === undefined) return this.options.nullStr;
      switch (typeof value) {
        case 'boolean': return value ? this.options.trueStr : this.options.falseStr;
        case 'bigint': return `${value}`;
        case 'number':
          if (!Number.isFinite(value)) return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf';
          return Object.is(value, -0) ? '-0' : `${value}`;
        case 'string': return this.string(value, place);
        default: throw new Error(`Tag not resolved for ${Object.prototype.toString.call(value).slice(8, -1)} value`);
      }
    }

    shapeOf(given, place) {
      const name = this.names.get(given);
      if (name && this.written.has(given)) return { text: `*${name}` };
      this.written.add(given);
      const value = this.plain(given);
      const anchor = name && `&${name}`;
      if (value === null || typeof value !== 'object') return { text: this.textOf(value, place), anchor };
      const items = itemsOf(value);
      return items ? { items, empty: '[]', anchor } : { pairs: this.pairsOf(value), empty: '{}', anchor };
    }

    pairsOf(value) {
      const { keepUndefined, sortMapEntries } = this.options;
      const pairs = (value instanceof Map ? [...value] : Object.entries(value)).filter(([, inner]) => keepUndefined || inner !== undefined);
      const compare = typeof sortMapEntries === 'function' ? sortMapEntries : ({ key: one }, { key: other }) => (one < other ? -1 : one > other ? 1 : 0);
      if (!sortMapEntries) return pairs;
      return pairs.map(([key, inner]) => ({ key, value: inner })).sort(compare).map((pair) => [pair.key, pair.value]);
    }

    whole(value) {
      const innerOf = (given) => {
        if (given === null || typeof given !== 'object' || isBox(given)) return undefined;
        const plain = this.plain(given);
        if (plain !== given) return [plain];
        return plain instanceof Map ? [...plain].flat() : itemsOf(plain) ?? Object.values(plain);
      };
      const shared = this.options.aliasDuplicateObjects ? repeated(value, innerOf) : [];
      this.names = new Map(shared.map((one, index) => [one, `a${index + 1}`]));
      return super.whole(value);
    }
  }
  const replacedBy = (value, replacer) => {
    if (typeof replacer === 'function') {
      const walked = (holder, key, inner) => {
        const made = replacer.call(holder, key, inner);
        if (made === null || typeof made !== 'object' || made instanceof Date || made instanceof Map || made instanceof Set) return made;
        if (Array.isArray(made)) return made.map((item, index) => walked(made, `${index}`, item));
        return Object.fromEntries(Object.keys(made).map((name) => [name, walked(made, name, made[name])]).filter(([, one]) => one !== undefined));
      };
      return walked({ '': value }, '', value);
    }
    const names = new Set(replacer.map(String));
    const kept = (inner) => {
      if (inner === null || typeof inner !== 'object' || inner instanceof Date) return inner;
      if (Array.isArray(inner)) return inner.map(kept);
      return Object.fromEntries(Object.keys(inner).filter((name) => names.has(name)).map((name) => [name, kept(inner[name])]));
    };
    return kept(value);
  };
  const stringify = (given, replacer = undefined, settings = undefined) => {
    const isReplacer = typeof replacer === 'function' || Array.isArray(replacer);
    let options = !isReplacer && settings === undefined ? replacer : settings;
    if (typeof options === 'string') options = options.length;
    if (typeof options === 'number') options = options < 1 ? undefined : { indent: Math.min(Math.round(options), 8) };
    options = chosen('yaml.stringify', options, WRITTEN, NOT_WRITTEN);
    if (options.simpleKeys) throw new TypeError('yaml.stringify has the option simpleKeys not here: leave it out');
    if (!['core', undefined, null].includes(options.schema) || !/^(1\.2|next|undefined)$/.test(options.version)) throw new TypeError('yaml.stringify: the version is 1.2 and the schema core here');
    if (options.collectionStyle === 'flow') throw new TypeError('yaml.stringify has collectionStyle: "flow" not here: use JSON.stringify');
    const value = isReplacer ? replacedBy(given, replacer) : given;
    if (value === undefined && !options.keepUndefined) return undefined;
    return new Writer(options).whole(value);
  };

  const NODES = 'documents are values here: change them by doc.setIn, or change doc.toJS() and stringify it';
  const pathOf = (path) => (path === undefined || path === null ? [] : typeof path === 'object' ? [...path] : [path]);
  class Document {
    #text;
    #value;
    #core;
    #isChanged = false;

    constructor(value = undefined, replacer = undefined, options = undefined) {
      const settings = options ?? (typeof replacer === 'object' && !Array.isArray(replacer) ? replacer : undefined);
      this.errors = [];
      this.warnings = [];
      this.#value = value === undefined ? null : value;
      this.#core = coreOptions(settings, 'yaml.Document');
    }

    static of(text, core, value, errors) {
      const made = new Document();
      made.#text = text;
      made.#core = core;
      made.#value = value;
      made.errors.push(...errors);
      return made;
    }

    toJS() {
      if (this.errors.length > 0) throw this.errors[0];
      return this.#value;
    }

    toJSON() {
      return this.toJS();
    }

    // A text that was read keeps its comments, order and styles.
    toString(options = undefined) {
      if (this.errors.length > 0) throw new Error('Document with errors cannot be stringified');
      if (this.#text === undefined || options) return stringify(this.#value, options);
      const text = this.#isChanged ? this.#changed() : this.#text;
      return text === '' || text.endsWith('\n') ? text : `${text}\n`;
    }

    // A text that cannot be changed in its place is written anew, unless something would be lost.
    #changed() {
      try {
        return native.updateYaml(this.#text, this.#value, this.#core);
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
        const [reason] = packages.reasonOf(error);
        if (/without its styles/.test(reason)) return stringify(this.#value);
        throw new Error(reason.replace(/\{ lossy: true \} gives (?:it|them) up/, 'yaml.stringify(doc.toJS()) writes the text without them'));
      }
    }

    get(key, keepScalar = false) { return this.getIn([key], keepScalar); }

    getIn(path, keepScalar = false) {
      if (keepScalar) throw new TypeError(`yaml: there are no scalars to keep here: ${NODES}`);
      return this.#valueIn(path);
    }

    #valueIn(path) { return pathOf(path).reduce((value, key) => value?.[key], this.#value); }
    has(key) { return this.hasIn([key]); }

    hasIn(path) {
      const keys = pathOf(path);
      const last = keys.pop();
      const holder = this.#valueIn(keys);
      return holder !== null && typeof holder === 'object' && (last === undefined || Object.hasOwn(holder, last));
    }

    set(key, value) { this.setIn([key], value); }

    setIn(path, value) {
      const keys = pathOf(path);
      this.#isChanged = true;
      if (keys.length === 0) {
        this.#value = value;
        return;
      }
      if (this.#value === null || typeof this.#value !== 'object') this.#value = {};
      let holder = this.#value;
      for (const key of keys.slice(0, -1)) {
        if (holder[key] === null || typeof holder[key] !== 'object') holder[key] = {};
        holder = holder[key];
      }
      holder[keys.at(-1)] = value;
    }

    delete(key) { return this.deleteIn([key]); }

    deleteIn(path) {
      if (!this.hasIn(path)) return false;
      const keys = pathOf(path);
      const last = keys.pop();
      const holder = this.#valueIn(keys);
      this.#isChanged = true;
      if (Array.isArray(holder)) holder.splice(last, 1);
      else delete holder[last];
      return true;
    }

    add(value) { this.addIn([], value); }

    addIn(path, value) {
      const holder = this.#valueIn(path);
      if (!Array.isArray(holder)) throw new TypeError('yaml: add is there for lists: set a member with setIn');
      this.#isChanged = true;
      holder.push(value);
    }
  }
  // What documents of the package have besides.
  const COMMENTS = 'a comment is changed in the text, as with text.replace(…); those that are there stay';
  const ABSENT = {
    anchors: NODES, comment: COMMENTS, commentBefore: COMMENTS, contents: NODES, createAlias: NODES, createNode: 'give the value itself to set, setIn or addIn', createPair: 'give the value itself to set or setIn',
    directives: 'add the lines to the text', range: NODES, schema: 'the schema is core here', setSchema: 'the schema is core here',
  };
  for (const [name, instead] of Object.entries(ABSENT)) {
    const refuse = () => { throw new TypeError(`yaml: ${name} is not here: ${instead}`); };
    Object.defineProperty(Document.prototype, name, { get: refuse, set: refuse, configurable: true });
  }
  const parsedDocuments = (input, given, callee) => {
    const text = textOf(input, 'source');
    const core = coreOptions(given, callee);
    try {
      return { text, core, values: native.readYaml(text, core), errors: [] };
    } catch (error) {
      const fault = faultOf(error, text);
      if (!(fault instanceof YAMLParseError)) throw fault;
      return { text, core, values: [], errors: [fault] };
    }
  };
  const parseDocument = (input, options = undefined) => {
    const { text, core, values, errors } = parsedDocuments(input, options, 'yaml.parseDocument');
    if (values.length > 1) errors.push(severalDocuments());
    return Document.of(text, core, values[0] ?? null, errors);
  };
  const parseAllDocuments = (input, options = undefined) => {
    const { text, core, values, errors } = parsedDocuments(input, options, 'yaml.parseAllDocuments');
    if (errors.length > 0) return [Document.of(text, core, null, errors)];
    return values.map((value) => Document.of(values.length > 1 ? undefined : text, core, value, []));
  };
  packages.yaml = { Document, YAMLError, YAMLParseError, YAMLWarning, parse, parseAllDocuments, parseDocument, stringify };
  for (const name of ['Alias', 'CST', 'Composer', 'Lexer', 'LineCounter', 'Pair', 'Parser', 'Scalar', 'Schema', 'YAMLMap', 'YAMLSeq', 'isAlias', 'isCollection', 'isDocument', 'isMap', 'isNode', 'isPair', 'isScalar', 'isSeq', 'visit', 'visitAsync']) {
    packages.yaml[name] = absent(`yaml.${name}`, NODES);
  }
  packages.yaml.isDocument = (value) => value instanceof Document;
})
