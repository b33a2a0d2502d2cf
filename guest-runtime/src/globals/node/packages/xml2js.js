(function (native) {
  'use strict';
  // `xml2js`.
  const { packages } = native.node;
  const { chosen } = packages;

  const DEFAULTS = {
    explicitCharkey: false, trim: false, normalize: false, normalizeTags: false, attrkey: '$', charkey: '_', explicitArray: true, ignoreAttrs: false, mergeAttrs: false,
    explicitRoot: true, validator: null, xmlns: false, explicitChildren: false, preserveChildrenOrder: false, childkey: '$$', charsAsChildren: false, includeWhiteChars: false,
    async: false, strict: true, attrNameProcessors: null, attrValueProcessors: null, tagNameProcessors: null, valueProcessors: null, rootName: 'root',
    xmldec: { version: '1.0', encoding: 'UTF-8', standalone: true }, doctype: null, renderOpts: { pretty: true, indent: '  ', newline: '\n' }, headless: false, chunkSize: 10000,
    emptyTag: '', cdata: false, allowSurrogateChars: true,
  };
  const processors = {
    normalize: (text) => text.toLowerCase(),
    firstCharLowerCase: (text) => text.charAt(0).toLowerCase() + text.slice(1),
    stripPrefix: (text) => text.replace(/(?!xmlns)^.*:/, ''),
    parseNumbers: (text) => (Number.isNaN(Number(text)) ? text : Number(text) % 1 === 0 ? parseInt(text, 10) : parseFloat(text)),
    parseBooleans: (text) => (/^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text),
  };
  class ValidationError extends Error {
    constructor(message) {
      super(message);
      this.name = 'ValidationError';
    }
  }
  const processed = (list, value, key) => list.reduce((made, process) => process(made, key), value);
  // A member like any other, also where its name is that of the prototype.
  const put = (object, key, value) => {
    if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
    else object[key] = value;
  };
  const ATTRIBUTES = ':@';
  const CDATA = '#cdata';
  const TEXT = '#text';
  // Comments part texts.
  const COMMENT = '#comment';

  class Reading {
    constructor(options) {
      this.options = options;
      this.tagNames = [...(options.normalizeTags ? [processors.normalize] : []), ...(options.tagNameProcessors ?? [])];
    }

    add(object, key, value) {
      if (!Object.hasOwn(object, key)) put(object, key, this.options.explicitArray ? [value] : value);
      else {
        if (!Array.isArray(object[key])) put(object, key, [object[key]]);
        object[key].push(value);
      }
    }

    // What an element is, and, where children keep their order, what it is among them.
    element(name, parts, attributes) {
      const { options } = this;
      const { charkey, attrkey, childkey } = options;
      const isOrdered = options.explicitChildren && options.preserveChildrenOrder;
      let object = { [charkey]: '' };
      let hasCdata = false;
      if (!options.ignoreAttrs) {
        for (const [given, text] of Object.entries(attributes ?? {})) {
          if (!options.mergeAttrs) object[attrkey] ??= {};
          const value = options.attrValueProcessors ? processed(options.attrValueProcessors, text, given) : text;
          const key = options.attrNameProcessors ? processed(options.attrNameProcessors, given) : given;
          if (options.mergeAttrs) this.add(object, key, value);
          else put(object[attrkey], key, value);
        }
      }
      const nodeName = processed(this.tagNames, name);
      if (isOrdered) object['#name'] = nodeName;
      for (const part of parts) {
        const [key] = Object.keys(part);
        if (key === TEXT || key === CDATA) {
          const text = key === TEXT ? part[TEXT] : part[CDATA].map((one) => one[TEXT]).join('');
          hasCdata ||= key === CDATA;
          object[charkey] += text;
          if (isOrdered && options.charsAsChildren && (options.includeWhiteChars || text.trim() !== '')) {
            (object[childkey] ??= []).push({ '#name': '__text__', [charkey]: options.normalize ? text.replace(/\s{2,}/g, ' ').trim() : text });
          }
        } else if (key !== COMMENT) {
          const child = this.element(key, part[key], part[ATTRIBUTES]);
          if (isOrdered && child.among) (object[childkey] ??= []).push(child.among);
          this.add(object, child.name, child.value);
        }
      }
      let empty = '';
      if (/^\s*$/.test(object[charkey]) && !hasCdata) {
        empty = object[charkey];
        delete object[charkey];
      } else {
        let text = object[charkey];
        if (options.trim) text = text.trim();
        if (options.normalize) text = text.replace(/\s{2,}/g, ' ').trim();
        object[charkey] = options.valueProcessors ? processed(options.valueProcessors, text, nodeName) : text;
        if (Object.keys(object).length === 1 && !options.explicitCharkey) object = object[charkey];
      }
      if (object !== null && typeof object === 'object' && Object.keys(object).length === 0) {
        object = typeof options.emptyTag === 'function' ? options.emptyTag() : options.emptyTag !== '' ? options.emptyTag : empty;
      }
      let among;
      if (options.explicitChildren && !options.mergeAttrs && object !== null && typeof object === 'object') {
        if (!options.preserveChildrenOrder) {
          const node = {};
          if (attrkey in object) {
            node[attrkey] = object[attrkey];
            delete object[attrkey];
          }
          if (!options.charsAsChildren && charkey in object) {
            node[charkey] = object[charkey];
            delete object[charkey];
          }
          if (Object.getOwnPropertyNames(object).length > 0) node[childkey] = object;
          object = node;
        } else {
          among = { ...object };
          if (!this.isRoot) delete object['#name'];
          if (Object.keys(object).length === 1 && charkey in object && !options.explicitCharkey) object = object[charkey];
        }
      }
      return { name: nodeName, value: object, among };
    }
  }

  const parsed = (given, options) => {
    const text = `${given}`.startsWith('\ufeff') ? `${given}`.slice(1) : `${given}`;
    if (text.trim() === '') return null;
    let parts;
    try {
      parts = native.readXml(text, { preserveOrder: true, trim: false, attributePrefix: '', cdataName: CDATA, commentName: options.preserveChildrenOrder ? COMMENT : undefined, declaration: false, instructions: false });
    } catch (error) {
      if (!(error instanceof SyntaxError) || error.line === undefined) throw error;
      throw new Error(`${packages.reasonOf(error)[0]}\nLine: ${error.line - 1}\nColumn: ${(error.column ?? 1) - 1}\nChar: ${text.split('\n')[error.line - 1]?.[(error.column ?? 1) - 1] ?? ''}`);
    }
    const root = parts.find((part) => Object.keys(part)[0] !== TEXT);
    const [name] = Object.keys(root);
    const made = new Reading(options).element(name, root[name], root[ATTRIBUTES]);
    if (made.among && made.value !== null && typeof made.value === 'object') made.value = { ...made.among, ...made.value };
    return options.explicitRoot ? { [made.name]: made.value } : made.value;
  };

  const chosenOptions = (given, callee) => {
    const options = chosen(callee, given, DEFAULTS);
    for (const [name, wanted, instead] of [['xmlns', false, 'processors.stripPrefix takes prefixes off'], ['validator', null, 'check the result'], ['strict', true, 'the text must be XML'], ['doctype', null, 'put it in front of the text']]) {
      if (options[name] !== wanted && options[name] !== undefined) throw new TypeError(`${callee} has the option ${name} not here: ${instead}`);
    }
    return options;
  };
  class Parser {
    #heard = new Map();

    constructor(options = undefined) {
      this.options = chosenOptions(options, 'xml2js.Parser');
    }

    on(event, listener) {
      this.#heard.set(event, [...(this.#heard.get(event) ?? []), listener]);
      return this;
    }

    addListener(event, listener) { return this.on(event, listener); }
    once(event, listener) { return this.on(event, listener); }

    removeAllListeners(event = undefined) {
      if (event === undefined) this.#heard.clear();
      else this.#heard.delete(event);
      return this;
    }

    emit(event, ...values) {
      const heard = this.#heard.get(event) ?? [];
      heard.forEach((listener) => listener(...values));
      return heard.length > 0;
    }

    reset() { this.#heard.clear(); }

    parseString(text, callback = undefined) {
      let result;
      try {
        result = parsed(text, this.options);
      } catch (error) {
        if (typeof callback === 'function') return void this.#answer(() => callback(error));
        if (this.emit('error', error)) return undefined;
        throw error;
      }
      const done = () => {
        if (typeof callback === 'function') callback(null, result);
        this.emit('end', result);
      };
      this.#answer(done);
      return undefined;
    }

    #answer(done) {
      if (this.options.async) native.nextTick(done);
      else done();
    }

    parseStringPromise(text) {
      return new Promise((resolve, reject) => {
        this.parseString(text, (error, value) => (error ? reject(error) : resolve(value)));
      });
    }
  }

  const escapedText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
  const escapedAttribute = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;').replaceAll('\r', '&#xD;');
  const NAME = /^[:A-Z_a-z\u{c0}-\u{d6}\u{d8}-\u{f6}\u{f8}-\u{2ff}\u{370}-\u{37d}\u{37f}-\u{1fff}\u{200c}\u{200d}\u{2070}-\u{218f}\u{2c00}-\u{2fef}\u{3001}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{effff}][-:A-Z_a-z.\d\u{b7}\u{c0}-\u{d6}\u{d8}-\u{f6}\u{f8}-\u{37d}\u{37f}-\u{1fff}\u{200c}\u{200d}\u{203f}\u{2040}\u{2070}-\u{218f}\u{2c00}-\u{2fef}\u{3001}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{effff}]*$/u;
  const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
  const checked = (text) => {
    const found = FORBIDDEN.exec(text);
    if (found) throw new Error(`Invalid character in string: ${text} at index ${found.index}`);
    return text;
  };
  class Element {
    constructor(name) {
      if (!NAME.test(name)) throw new Error('Invalid character in name');
      this.name = name;
      this.attributes = new Map();
      this.parts = [];
    }

    written({ pretty, indent, newline }, level) {
      const gap = pretty ? indent.repeat(level) : '';
      const end = pretty ? newline : '';
      const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join('');
      if (this.parts.every((part) => part === '')) return `${gap}<${this.name}${attributes}/>${end}`;
      if (this.parts.length === 1 && typeof this.parts[0] === 'string') return `${gap}<${this.name}${attributes}>${this.parts[0]}</${this.name}>${end}`;
      const inner = this.parts.map((part) => (typeof part === 'string' ? `${pretty ? indent.repeat(level + 1) : ''}${part}${end}` : part.written({ pretty, indent, newline }, level + 1)));
      return `${gap}<${this.name}${attributes}>${end}${inner.join('')}${gap}</${this.name}>${end}`;
    }
  }
  class Builder {
    constructor(options = undefined) {
      this.options = chosenOptions(options, 'xml2js.Builder');
    }

    #text(text) {
      const shown = checked(`${text}`);
      if (this.options.cdata && typeof text === 'string' && /[&<>]/.test(text)) return `<![CDATA[${shown.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
      return escapedText(shown);
    }

    #fill(element, value) {
      const { attrkey, charkey } = this.options;
      const added = (key, inner) => {
        const child = new Element(key);
        element.parts.push(child);
        return this.#fill(child, inner);
      };
      if (typeof value !== 'object') {
        if (value === undefined) throw new Error(`Missing element text. parent: <${element.name}>`);
        element.parts.push(this.#text(value));
      } else if (Array.isArray(value)) {
        for (const item of value) for (const key of Object.keys(Object(item))) added(key, item[key]);
      } else {
        for (const key of value === null ? [] : Object.keys(value)) {
          const inner = value[key];
          if (key === attrkey) {
            if (inner !== null && typeof inner === 'object') {
              for (const name of Object.keys(inner)) {
                if (!NAME.test(name)) throw new Error('Invalid character in name');
                if (inner[name] !== null && inner[name] !== undefined) element.attributes.set(name, escapedAttribute(checked(`${inner[name]}`)));
              }
            }
          } else if (key === charkey) {
            if (inner === null || inner === undefined) throw new Error(`Missing element text. parent: <${element.name}>`);
            element.parts.push(this.#text(inner));
          } else if (Array.isArray(inner)) for (const item of inner) added(key, item);
          else if (inner !== null && typeof inner === 'object') added(key, inner);
          else added(key, inner === null || inner === undefined ? '' : `${inner}`);
        }
      }
      return element;
    }

    buildObject(given) {
      const { options } = this;
      let { rootName } = options;
      let value = given;
      const keys = Object.keys(Object(given));
      if (keys.length === 1 && rootName === DEFAULTS.rootName) {
        [rootName] = keys;
        value = given[rootName];
      }
      const root = this.#fill(new Element(rootName), value);
      const style = { ...DEFAULTS.renderOpts, ...options.renderOpts };
      const { version = '1.0', encoding, standalone } = options.xmldec ?? {};
      const head = options.headless ? '' : `<?xml version="${version}"${encoding ? ` encoding="${encoding}"` : ''}${standalone === undefined ? '' : ` standalone="${standalone ? 'yes' : 'no'}"`}?>${style.pretty ? style.newline : ''}`;
      const text = head + root.written(style, 0);
      return style.pretty && text.endsWith(style.newline) ? text.slice(0, -style.newline.length) : text;
    }
  }
  packages.xml2js = {
    defaults: { '0.2': DEFAULTS }, processors, ValidationError, Builder, Parser,
    parseString(text, options, callback = undefined) {
      const isCallback = typeof options === 'function';
      return new Parser(isCallback ? undefined : options).parseString(text, isCallback ? options : callback);
    },
    parseStringPromise: (text, options = undefined) => new Parser(options).parseStringPromise(text),
  };
})
