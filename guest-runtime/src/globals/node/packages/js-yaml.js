(function (native) {
  'use strict';
  // `js-yaml`.
  const { packages } = native.node;
  const { chosen, absent, Dumper } = packages;

  class YAMLException extends Error {
    constructor(reason, mark = undefined) {
      super();
      this.name = 'YAMLException';
      this.reason = reason;
      this.mark = mark;
      this.message = shown(this, false);
    }

    toString(isCompact = false) {
      return `${this.name}: ${shown(this, isCompact)}`;
    }
  }
  const shown = ({ reason, mark }, isCompact) => {
    if (!mark) return reason || '(unknown reason)';
    const where = `${mark.name ? `in "${mark.name}" ` : ''}(${mark.line + 1}:${mark.column + 1})`;
    return `${reason || '(unknown reason)'} ${where}${!isCompact && mark.snippet ? `\n\n${mark.snippet}` : ''}`;
  };
  const LINES_BEFORE = 3;
  const LINES_AFTER = 2;
  // The lines around a place.
  const snippetOf = (lines, line, column) => {
    const first = Math.max(0, line - LINES_BEFORE);
    const last = Math.min(lines.length - 1, line + LINES_AFTER);
    const width = `${last + 1}`.length;
    const made = [];
    for (let at = first; at <= last; at++) {
      made.push(` ${`${at + 1}`.padStart(width)} | ${lines[at]}`);
      if (at === line) made.push(`${'-'.repeat(column + width + 3)}^`);
    }
    return made.join('\n');
  };
  const faultOf = (error, text, name) => {
    if (!(error instanceof SyntaxError) || error.line === undefined) return error;
    const lines = text.split(/\r?\n|\r/);
    const [line, column] = [error.line - 1, (error.column ?? 1) - 1];
    const [reason] = packages.reasonOf(error);
    const position = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + column;
    return new YAMLException(reason, { name, buffer: text, position, line, column, snippet: snippetOf(lines, line, column) });
  };

  class Schema {
    constructor(name) {
      Object.defineProperty(this, 'isOf', { value: name });
    }

    extend() {
      throw new TypeError('js-yaml: schemas of one\'s own types are not here: load the text, and change the values');
    }
  }
  const DEFAULT_SCHEMA = new Schema('default');
  const CORE_SCHEMA = new Schema('core');
  const JSON_SCHEMA = new Schema('json');
  const FAILSAFE_SCHEMA = new Schema('failsafe');

  const loaded = (input, given) => {
    const options = chosen('js-yaml.load', given, { filename: null, json: false, listener: null, onWarning: null, schema: DEFAULT_SCHEMA });
    if (options.listener) throw new TypeError('js-yaml.load has the option listener not here: look at the value');
    const text = typeof input === 'string' ? input : `${input}`;
    const schema = options.schema ?? DEFAULT_SCHEMA;
    if (!(schema instanceof Schema) || schema === FAILSAFE_SCHEMA) throw new TypeError('js-yaml.load has this schema not here: there are DEFAULT_SCHEMA, CORE_SCHEMA and JSON_SCHEMA');
    const isWhole = schema === DEFAULT_SCHEMA;
    try {
      const documents = native.readYaml(text, { merge: isWhole, dates: isWhole, numbersOfJsYaml: true, duplicateKeys: options.json === true });
      // What has comments alone is a document all the same.
      return documents.length === 0 && text !== '' ? [null] : documents;
    } catch (error) {
      throw faultOf(error, text, options.filename);
    }
  };
  const load = (input, options = undefined) => {
    const documents = loaded(input, options);
    if (documents.length > 1) throw new YAMLException('expected a single document in the stream, but found more');
    return documents[0];
  };
  const loadAll = (input, iterator = undefined, options = undefined) => {
    const isOptions = iterator !== null && typeof iterator === 'object' && options === undefined;
    const documents = loaded(input, isOptions ? iterator : options);
    if (typeof iterator !== 'function') return documents;
    documents.forEach((document) => iterator(document));
    return undefined;
  };
  const DUMPED = {
    condenseFlow: false, flowLevel: -1, forceQuotes: false, indent: 2, lineWidth: 80, noArrayIndent: false, noCompatMode: false, noRefs: false,
    quotingType: "'", replacer: null, schema: undefined, skipInvalid: false, sortKeys: false, styles: null,
  };
  const dump = (value, given = undefined) => {
    const options = chosen('js-yaml.dump', given, DUMPED);
    if (options.styles && Object.keys(options.styles).length > 0) throw new TypeError('js-yaml.dump has the option styles not here: change the values, as by replacer');
    // None is the usual one.
    options.indent = Math.max(1, options.indent || DUMPED.indent);
    options.lineWidth ||= DUMPED.lineWidth;
    options.flowLevel ??= DUMPED.flowLevel;
    options.replacer = typeof options.replacer === 'function' ? options.replacer : null;
    return new Dumper(options, (reason) => new YAMLException(reason)).whole(value);
  };
  const renamed = (from, to) => () => {
    throw new Error(`Function yaml.${from} is removed in js-yaml 4. Use yaml.${to} instead, which is now safe by default.`);
  };
  packages.jsYaml = {
    Type: absent('js-yaml.Type', 'load the text, and change the values'), Schema, FAILSAFE_SCHEMA, JSON_SCHEMA, CORE_SCHEMA, DEFAULT_SCHEMA,
    load, loadAll, dump, YAMLException, types: {},
    safeLoad: renamed('safeLoad', 'load'), safeLoadAll: renamed('safeLoadAll', 'loadAll'), safeDump: renamed('safeDump', 'dump'),
  };
})
