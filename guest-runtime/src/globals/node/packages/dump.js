(function (native) {
  'use strict';
  // How `js-yaml` writes values.
  const { packages } = native.node;
  const { Layout, anyOf, block, core, escaped, isForBlock, repeated, wrapped } = packages.yamlText;

  const RESOLVED = [...core, 'anyIndicator', 'signedInteger', 'merge', 'day', 'time'];
  const UNSAFE = anyOf(...RESOLVED);
  const UNSAFE_IN_FLOW = anyOf(...RESOLVED, 'flow');
  const UNSAFE_ALONE = anyOf(...RESOLVED, 'marker');
  const UNSAFE_IN_1_1 = anyOf('answer', 'base60');
  // What is written in double quotes alone.
  const UNPRINTABLE = /[^\x20-\x7e\xa1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
  const ESCAPED = new RegExp(`${UNPRINTABLE.source}|["\\\\]`, 'gu');
  const inDouble = (text) => `"${escaped(text, ESCAPED)}"`;
  // A line is parted in front of whatever a space precedes.
  const isGap = (before, behind) => behind !== '';
  const LEAST_WIDTH = 40;

  const isBox = (value) => value instanceof Number || value instanceof String || value instanceof Boolean;
  const innerOf = (value) => {
    if (value === null || typeof value !== 'object') return undefined;
    if (value instanceof Uint8Array) return [];
    return Array.isArray(value) ? value : Object.keys(value).map((key) => value[key]);
  };
  const numberText = (value) => {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf';
    if (Object.is(value, -0)) return '-0.0';
    // Of YAML 1.1 a number with an exponent has a point.
    return `${value}`.replace(/^(-?\d+)e/, Number.isInteger(value) ? '$1e' : '$1.e');
  };

  class Dumper extends Layout {
    constructor(options, fault) {
      const { indent, noArrayIndent } = options;
      super({ step: indent, itemStep: indent, outdent: noArrayIndent ? indent : 0, isTight: indent === 2 });
      this.options = options;
      this.fault = fault;
    }

    // Whether what is this far in is written in brackets and braces, and texts in one line.
    isFlow(at) {
      const { flowLevel } = this.options;
      return flowLevel >= 0 && at >= flowLevel * this.step;
    }

    string(text, { at, depth, isKey, isInFlow }) {
      const { lineWidth, quotingType, noCompatMode } = this.options;
      const quoted = () => (quotingType === '"' ? inDouble(text) : `'${text.replaceAll("'", "''")}'`);
      if (text === '' || (!noCompatMode && UNSAFE_IN_1_1.test(text))) return quoted();
      const isForced = this.options.forceQuotes && !isKey;
      const isOneLine = isKey || isInFlow || isForced || this.isFlow(at);
      if (UNPRINTABLE.test(isOneLine ? text : text.replaceAll('\n', ''))) return inDouble(text);
      if (!isOneLine) {
        const columns = Math.max(at, this.step);
        const width = lineWidth === -1 ? Infinity : Math.max(Math.min(lineWidth, LEAST_WIDTH), lineWidth - columns);
        const isLong = text.split('\n').some((line) => line.length > width && line[0] !== ' ');
        if (isLong || text.includes('\n')) {
          // The package does not read a document of empty lines alone.
          if (!isForBlock(text, depth) || (at === 0 && /^\n*$/.test(text))) return inDouble(text);
          return block(text, columns, depth, isLong ? (line) => wrapped(line, isGap, width) : undefined);
        }
      }
      return isForced || (isInFlow ? UNSAFE_IN_FLOW : at === 0 ? UNSAFE_ALONE : UNSAFE).test(text) ? quoted() : text;
    }

    shapeOf(given, place) {
      const value = isBox(given) ? given.valueOf() : given;
      if (value === null) return { text: 'null' };
      if (typeof value === 'boolean') return { text: `${value}` };
      if (typeof value === 'number') return { text: numberText(value) };
      if (typeof value === 'string') return { text: this.string(value, place) };
      if (value instanceof Date) return { text: value.toISOString() };
      if (value instanceof Uint8Array) return { text: `!!binary ${this.string(native.node.part('buffers').Buffer.from(value).toString('base64'), place)}` };
      const name = this.names.get(value);
      if (name !== undefined && this.written.has(value)) return { text: `*${name}` };
      this.written.add(value);
      const isFlow = place.isInFlow || this.isFlow(place.at);
      const shape = Array.isArray(value) ? { items: this.itemsOf(value), empty: '[]' } : { pairs: this.pairsOf(value, isFlow), empty: '{}' };
      const made = isFlow ? { text: this.flow(shape, { ...place, isInFlow: true }) } : shape;
      return name === undefined ? made : { ...made, anchor: `&${name}` };
    }

    flow({ items, pairs = [] }, place) {
      const textOf = (value) => {
        const { anchor, text } = this.shapeOf(value, place);
        return anchor ? `${anchor} ${text}` : text;
      };
      const { condenseFlow } = this.options;
      if (items) return `[${[...items].map(textOf).join(condenseFlow ? ',' : ', ')}]`;
      const members = [];
      for (const [key, value] of pairs) {
        const name = condenseFlow ? inDouble(key) : textOf(key);
        members.push(`${name.length > 1024 ? '? ' : ''}${name}:${condenseFlow ? '' : ' '}${textOf(value)}`);
      }
      return `{${members.join(', ')}}`;
    }

    // Whether a value is written; what cannot be is a mistake.
    isKept(value) {
      if (value === undefined) return false;
      if (value === null || ['boolean', 'number', 'string'].includes(typeof value)) return true;
      const kind = Object.prototype.toString.call(value);
      if (Array.isArray(value) || isBox(value) || value instanceof Date || value instanceof Uint8Array || kind === '[object Object]') return true;
      if (this.options.skipInvalid) return false;
      throw this.fault(`unacceptable kind of an object to dump ${kind}`);
    }

    replaced(holder, key, value) {
      const { replacer } = this.options;
      return replacer ? replacer.call(holder, key, value) : value;
    }

    * itemsOf(list) {
      for (let at = 0; at < list.length; at++) {
        const value = this.replaced(list, `${at}`, list[at]) ?? null;
        if (this.isKept(value)) yield value;
      }
    }

    // In braces the package sorts no keys.
    * pairsOf(object, isFlow) {
      const sortKeys = !isFlow && this.options.sortKeys;
      const keys = Object.keys(object);
      if (sortKeys === true) keys.sort();
      else if (typeof sortKeys === 'function') keys.sort(sortKeys);
      else if (sortKeys) throw this.fault('sortKeys must be a boolean or a function');
      for (const key of keys) {
        const value = this.replaced(object, key, object[key]);
        if (this.isKept(value)) yield [key, value];
      }
    }

    whole(given) {
      const value = this.replaced({ '': given }, '', given);
      const shared = this.options.noRefs ? [] : repeated(value, innerOf);
      this.names = new Map(shared.map((one, index) => [one, `ref_${index}`]));
      this.written = new Set();
      return this.isKept(value) ? super.whole(value) : '';
    }
  }
  packages.Dumper = Dumper;
})
