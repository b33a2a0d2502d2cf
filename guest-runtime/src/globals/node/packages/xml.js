(function (native) {
  'use strict';
  // `fast-xml-parser`. What is not well-formed is an error, also without the validator.
  const { packages } = native.node;
  const { chosen, textOf } = packages;

  const same = (_, value) => value;
  const never = () => false;
  const PARSED = {
    allowBooleanAttributes: false, alwaysCreateTextNode: false, attributeNamePrefix: '@_', attributeValueProcessor: same, attributesGroupName: false, captureMetaData: false,
    cdataPropName: false, commentPropName: false, htmlEntities: false, ignoreAttributes: true, ignoreDeclaration: false, ignorePiTags: false, isArray: never, jPath: true,
    maxNestedTags: 100, numberParseOptions: undefined, parseAttributeValue: false, parseTagValue: true, preserveOrder: false, processEntities: true, removeNSPrefix: false,
    strictReservedNames: true, tagValueProcessor: same, textNodeName: '#text', transformAttributeName: false, transformTagName: false, trimValues: true, unpairedTags: [], stopNodes: [],
  };
  const NOT_PARSED = { updateTag: 'change the value that parse gives', entityDecoder: 'leave it out', onDangerousProperty: 'leave it out', tagFilter: 'change the value that parse gives' };
  const faultOf = (error) => {
    const [text] = packages.reasonOf(error);
    return { code: /attribute/.test(text) ? 'InvalidAttr' : /closed|tag|element/.test(text) ? 'InvalidTag' : 'InvalidXml', msg: text, line: error.line, col: error.column ?? 1 };
  };
  // What attributes begin with until functions have seen them; no name of XML begins so.
  const MARK = '\0@';
  const NUMBERS = { hex: true, leadingZeros: true, eNotation: true };
  // The value of a text as the package takes numbers and truth values.
  const valueOf = (text, options) => {
    if (typeof text !== 'string') return text;
    const trimmed = text.trim();
    const { hex, leadingZeros, eNotation, skipLike } = { ...NUMBERS, ...options.numberParseOptions };
    if (skipLike?.test(trimmed)) return text;
    if (!hex && /^[-+]?0x/i.test(trimmed)) return text;
    if (!leadingZeros && /^[-+]?0\d/.test(trimmed)) return text;
    if (!eNotation && /^[-+]?[\d.]+e/i.test(trimmed)) return text;
    if (trimmed === '' || !/^[-+.\dtf]/.test(trimmed)) return text;
    const value = native.readXml(`<a>${trimmed.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a>`, { parseTexts: true, trim: true }).a;
    return typeof value === 'string' ? text : value;
  };

  class XMLParser {
    constructor(given = undefined) {
      this.options = chosen('fast-xml-parser.XMLParser', given, PARSED, NOT_PARSED);
      for (const name of ['stopNodes', 'unpairedTags']) {
        if (this.options[name]?.length > 0) throw new TypeError(`fast-xml-parser.XMLParser has the option ${name} not here: such a text is no XML`);
      }
      if (this.options.captureMetaData) throw new TypeError('fast-xml-parser.XMLParser has the option captureMetaData not here: leave it out');
      if (this.options.processEntities === false) throw new TypeError('fast-xml-parser.XMLParser has the option processEntities: false not here: entities are decoded');
    }

    addEntity(name) {
      throw new TypeError(`fast-xml-parser: addEntity is not here: replace &${name}; in the text`);
    }

    parse(xml, validation = undefined) {
      const { options } = this;
      const text = textOf(xml, 'xmlData');
      const { ignoreAttributes } = options;
      const hasProcessors = options.tagValueProcessor !== same || options.attributeValueProcessor !== same || options.numberParseOptions !== undefined;
      this.isByHand = hasProcessors;
      const isFiltered = typeof ignoreAttributes === 'function' || Array.isArray(ignoreAttributes);
      const isChanged = hasProcessors || isFiltered || options.isArray !== never || options.transformTagName || options.transformAttributeName;
      const core = {
        attributes: ignoreAttributes !== true, attributePrefix: isChanged ? MARK : options.attributeNamePrefix, attributesGroup: options.attributesGroupName || undefined, textName: options.textNodeName,
        trim: options.trimValues, parseTexts: options.parseTagValue && !hasProcessors, parseAttributes: options.parseAttributeValue && !hasProcessors, preserveOrder: options.preserveOrder,
        alwaysText: options.alwaysCreateTextNode, removePrefix: options.removeNSPrefix, cdataName: options.cdataPropName || undefined, commentName: options.commentPropName || undefined,
        declaration: !options.ignoreDeclaration, instructions: !options.ignorePiTags, numericReferences: options.htmlEntities, keepUnknown: true,
      };
      if (text.trim() === '' && validation) throw new Error('Start tag expected.:1:undefined');
      if (text.trim() === '') return options.preserveOrder ? [] : '';
      let value;
      try {
        value = native.readXml(text, core);
      } catch (error) {
        if (!(error instanceof SyntaxError) || error.line === undefined) throw error;
        const { msg, line, col } = faultOf(error);
        throw new Error(`${msg}:${line}:${col}`);
      }
      if (!isChanged) return value;
      if (options.preserveOrder) throw new TypeError('fast-xml-parser: preserveOrder is there without functions and numberParseOptions: change the value that parse gives');
      return this.#changed(value, '');
    }

    #isIgnored(name, path) {
      const { ignoreAttributes } = this.options;
      if (typeof ignoreAttributes === 'function') return ignoreAttributes(name, path);
      return Array.isArray(ignoreAttributes) && ignoreAttributes.some((one) => (one instanceof RegExp ? one.test(name) : one === name));
    }

    #text(name, value, path, hasAttributes, isLeaf) {
      const { options } = this;
      if (typeof value !== 'string') return value;
      let made = value;
      if (value !== '') {
        made = options.tagValueProcessor(name, value, path, hasAttributes, isLeaf);
        if (made === undefined || made === null) return value;
        if (typeof made !== typeof value || made !== value) return made;
      }
      return options.parseTagValue && this.isByHand ? valueOf(made, options) : made;
    }

    #attribute(name, value, path) {
      const { options } = this;
      if (!this.isByHand) return value;
      const made = options.attributeValueProcessor(name, value, path);
      if (made === undefined || made === null) return value;
      if (typeof made !== typeof value || made !== value) return made;
      return options.parseAttributeValue ? valueOf(value, options) : value;
    }

    // An element with its attributes and elements as functions want them.
    #changed(object, path) {
      const { options } = this;
      const made = {};
      for (const [key, value] of Object.entries(object)) {
        if (key === options.attributesGroupName && path !== '') {
          const group = {};
          for (const [name, one] of Object.entries(value)) this.#addAttribute(group, name, one, path);
          if (Object.keys(group).length > 0) made[key] = group;
        } else if (key.startsWith(MARK)) this.#addAttribute(made, key, value, path);
        else if (key === options.textNodeName) made[key] = this.#text(path.split('.').at(-1), value, path, true, false);
        else {
          const name = options.transformTagName && !key.startsWith('?') ? options.transformTagName(key) : key;
          const inner = path === '' ? name : `${path}.${name}`;
          const items = (Array.isArray(value) ? value : [value]).map((item) => (item !== null && typeof item === 'object' ? this.#changed(item, inner) : this.#text(name, item, inner, false, true)));
          const isLeaf = items[0] === null || typeof items[0] !== 'object';
          made[name] = Array.isArray(value) || options.isArray(name, inner, isLeaf, false) ? items : items[0];
        }
      }
      const left = Object.keys(made);
      if (path === '' || left.length > 1) return made;
      if (left.length === 0) return '';
      return left[0] === options.textNodeName && !options.alwaysCreateTextNode ? made[left[0]] : made;
    }

    #addAttribute(holder, key, value, path) {
      const prefix = this.options.attributeNamePrefix;
      const bare = key.slice(MARK.length);
      if (this.#isIgnored(bare, path)) return;
      const { transformAttributeName } = this.options;
      const name = prefix + (transformAttributeName ? transformAttributeName(bare) : bare);
      holder[name] = this.#attribute(bare, value, path);
    }
  }

  const XMLValidator = {
    validate(xml, given = undefined) {
      chosen('fast-xml-parser.XMLValidator', given, { allowBooleanAttributes: false, unpairedTags: [] });
      const text = textOf(xml, 'xmlData');
      try {
        native.readXml(text, { keepUnknown: true, numericReferences: false });
        return true;
      } catch (error) {
        if (!(error instanceof SyntaxError) || error.line === undefined) throw error;
        return { err: faultOf(error) };
      }
    },
  };

  const WRITTEN = {
    arrayNodeName: undefined, attributeNamePrefix: '@_', attributeValueProcessor: same, attributesGroupName: false, cdataPropName: false, commentPropName: false, format: false,
    ignoreAttributes: true, indentBy: '  ', oneListGroup: false, preserveOrder: false, processEntities: true, suppressBooleanAttributes: true, suppressEmptyNode: false,
    suppressUnpairedNode: true, tagValueProcessor: same, textNodeName: '#text', stopNodes: [], unpairedTags: [],
  };
  const ENTITIES = [['&', '&amp;'], ['>', '&gt;'], ['<', '&lt;'], ["'", '&apos;'], ['"', '&quot;']];
  class XMLBuilder {
    constructor(given = undefined) {
      this.options = chosen('fast-xml-parser.XMLBuilder', given, WRITTEN, { entities: 'use processEntities and tagValueProcessor', maxNestedTags: 'leave it out', sanitizeName: 'leave it out', jPath: 'leave it out' });
      if (this.options.oneListGroup || this.options.stopNodes?.length || this.options.unpairedTags?.length) {
        throw new TypeError('fast-xml-parser.XMLBuilder has oneListGroup, stopNodes and unpairedTags not here: change the value that is built');
      }
    }

    build(value) {
      const { options } = this;
      if (options.preserveOrder) {
        return native.writeXml(value, {
          attributes: !options.ignoreAttributes, attributePrefix: options.attributeNamePrefix, textName: options.textNodeName, shortEmpty: options.suppressEmptyNode, preserveOrder: true,
          indent: options.format ? options.indentBy : undefined, cdataName: options.cdataPropName || undefined, commentName: options.commentPropName || undefined,
        });
      }
      const root = Array.isArray(value) && options.arrayNodeName?.length > 1 ? { [options.arrayNodeName]: value } : value;
      return this.#content(root, 0).text;
    }

    #escaped(text) {
      return this.options.processEntities ? ENTITIES.reduce((made, [mark, entity]) => made.replaceAll(mark, entity), text) : text;
    }

    #indent(level) {
      return this.options.format ? this.options.indentBy.repeat(level) : '';
    }

    get #end() {
      return this.options.format ? '\n' : '';
    }

    #attribute(name, value) {
      const { options } = this;
      const text = this.#escaped(`${options.attributeValueProcessor(name, `${value}`)}`);
      return options.suppressBooleanAttributes && text === 'true' ? ` ${name}` : ` ${name}="${text}"`;
    }

    // The attributes and the content of an element.
    #content(object, level) {
      const { options } = this;
      let attributes = '';
      let text = '';
      const { attributeNamePrefix: prefix } = options;
      const nameOfAttribute = (key) => (!options.ignoreAttributes && !options.attributesGroupName && key !== prefix && key.startsWith(prefix) ? key.slice(prefix.length) : undefined);
      for (const key of Object.keys(object)) {
        const value = object[key];
        const name = nameOfAttribute(key);
        if (value === undefined) continue;
        if (value === null) {
          if (name === undefined && key !== options.cdataPropName) text += this.#empty(key, level);
        } else if (value instanceof Date) text += this.#leaf(value, key, '', level);
        else if (typeof value !== 'object') {
          if (name !== undefined) attributes += this.#attribute(name, value);
          else if (key === options.textNodeName) text += this.#escaped(`${options.tagValueProcessor(key, `${value}`)}`);
          else text += this.#leaf(value, key, '', level);
        } else if (Array.isArray(value)) {
          // What is null comes before the others.
          for (const item of value) if (item === null) text += this.#empty(key, level);
          for (const item of value) {
            if (item !== undefined && item !== null) text += typeof item === 'object' ? this.#element(item, key, level) : this.#leaf(item, key, '', level);
          }
        } else if (options.attributesGroupName && key === options.attributesGroupName) {
          if (!options.ignoreAttributes) for (const one of Object.keys(value)) attributes += this.#attribute(one, value[one]);
        } else text += this.#element(value, key, level);
      }
      return { attributes, text };
    }

    #empty(key, level) {
      return `${this.#indent(level)}<${key}${key.startsWith('?') ? '?' : '/'}>${this.#end}`;
    }

    #closed(key, attributes, level) {
      const rest = key.startsWith('?') ? '?>' : this.options.suppressEmptyNode ? '/>' : `></${key}>`;
      return `${this.#indent(level)}<${key}${attributes}${rest}${this.#end}`;
    }

    #element(object, key, level) {
      const { options } = this;
      const { attributes, text } = this.#content(object, level + 1);
      if (object[options.textNodeName] !== undefined && Object.keys(object).length === 1) return this.#leaf(object[options.textNodeName], key, attributes, level);
      if (text === '') return this.#closed(key, attributes, level);
      const indent = this.#indent(level);
      const isInstruction = key.startsWith('?');
      const close = isInstruction ? '' : `</${key}>${this.#end}`;
      const open = `${indent}<${key}${attributes}${isInstruction ? '?' : ''}>`;
      if (!text.includes('<')) return `${open}${text}${close}`;
      return `${open}${this.#end}${text}${indent}${close}`;
    }

    #leaf(value, key, attributes, level) {
      const { options } = this;
      const indent = this.#indent(level);
      if (options.cdataPropName !== false && key === options.cdataPropName) return `${indent}<![CDATA[${`${value}`.replaceAll(']]>', ']]]]><![CDATA[>')}]]>${this.#end}`;
      if (options.commentPropName !== false && key === options.commentPropName) return `${indent}<!--${value}-->${this.#end}`;
      if (key.startsWith('?')) return `${indent}<${key}${attributes}?>${this.#end}`;
      const text = this.#escaped(`${options.tagValueProcessor(key, `${value}`)}`);
      return text === '' ? this.#closed(key, attributes, level) : `${indent}<${key}${attributes}>${text}</${key}>${this.#end}`;
    }
  }
  packages.fastXml = { XMLParser, XMLValidator, XMLBuilder };
})
