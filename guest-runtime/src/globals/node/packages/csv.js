(function (native) {
  'use strict';
  // `csv-parse` and `csv-stringify`.
  const { packages } = native.node;
  const { chosen, absent, textOf } = packages;

  class CsvError extends Error {
    constructor(code, message, members = {}) {
      super(message);
      this.code = code;
      Object.assign(this, members);
    }
  }
  const underscored = (options) => {
    if (options === undefined || options === null || typeof options !== 'object') return options;
    return Object.fromEntries(Object.entries(options).map(([name, value]) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]));
  };

  const PARSED = {
    bom: false, cast: false, cast_date: false, columns: false, comment: null, comment_no_infix: false, delimiter: ',', encoding: 'utf8',
    escape: '"', from: 1, from_line: 1, group_columns_by_name: false, info: false, ltrim: false, objname: undefined, on_record: undefined,
    quote: '"', record_delimiter: [], relax_column_count: false, relax_column_count_less: false, relax_column_count_more: false,
    relax_quotes: false, rtrim: false, skip_empty_lines: false, skip_records_with_empty_values: false, to: -1, to_line: -1, trim: false,
  };
  const NOT_PARSED = {
    ignore_last_delimiters: 'join the last cells of a row yourself, with relax_column_count: true',
    max_record_size: 'the limits of the run hold',
    on_skip: 'use relax_column_count: true or relax_quotes: true, and look at the rows',
    raw: 'read the text beside the records',
    skip_records_with_error: 'use relax_column_count: true or relax_quotes: true, and look at the rows',
  };
  const firstText = (value, name) => {
    const list = Array.isArray(value) ? value : [value];
    if (list.length > 1) throw new TypeError(`csv-parse: ${name} has one text here, not ${list.length}`);
    return list[0] === undefined ? undefined : textOf(list[0], name);
  };
  const oneByte = (value, name) => {
    if (value === null || value === false || value === '') return undefined;
    const character = textOf(value, name);
    if (character.length !== 1 || character.charCodeAt(0) > 127) throw new TypeError(`csv-parse: ${name} must be one character of ASCII here, not ${JSON.stringify(character)}`);
    return character;
  };
  // The error of the package for an error of ours.
  const csvError = (error, options, columnCount, text) => {
    if (!(error instanceof SyntaxError)) return error;
    const { message, line } = error;
    const members = { lines: line, column: undefined, records: undefined };
    const counts = /a row of (\d+) cells? where there are (\d+) columns/.exec(message);
    if (counts) {
      return columnCount === undefined && !options.columns
        ? new CsvError('CSV_RECORD_INCONSISTENT_FIELDS_LENGTH', `Invalid Record Length: expect ${counts[2]}, got ${counts[1]} on line ${line}`, members)
        : new CsvError('CSV_RECORD_INCONSISTENT_COLUMNS', `Invalid Record Length: columns length is ${counts[2]}, got ${counts[1]} on line ${line}`, members);
    }
    if (message.includes('is not closed')) {
      const last = text.split(/\r\n|\n|\r/).length;
      return new CsvError('CSV_QUOTE_NOT_CLOSED', `Quote Not Closed: the parsing is finished with an opening quote at line ${last}`, { ...members, lines: last });
    }
    const [reason] = packages.reasonOf(error);
    if (message.includes('after the quote')) return new CsvError('CSV_INVALID_CLOSING_QUOTE', `Invalid Closing Quote: at line ${line}, ${reason}`, members);
    const cell = /^cell (\d+)/.exec(reason);
    return new CsvError('INVALID_OPENING_QUOTE', `Invalid Opening Quote: a quote is found on field ${cell ? Number(cell[1]) - 1 : 0} at line ${line}, ${reason}`, members);
  };
  // The lines from one to another of a text, both included.
  const linesOf = (text, from, to) => {
    const ends = /\r\n|\n|\r/g;
    let start = 0;
    let line = 1;
    while (line < from) {
      if (!ends.exec(text)) return '';
      line++;
      start = ends.lastIndex;
    }
    if (to < 0) return text.slice(start);
    for (;;) {
      const found = ends.exec(text);
      if (!found) return text.slice(start);
      if (line >= to) return text.slice(start, found.index);
      line++;
    }
  };
  const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
  const isNumber = (value) => NUMBER.test(value) && Number.isFinite(Number(value));
  const castOf = (options) => {
    const { cast, cast_date: castDate } = options;
    if (cast === false && castDate === false) return undefined;
    if (typeof cast === 'function') return cast;
    const dateOf = castDate === true ? (value) => {
      const time = Date.parse(value);
      return Number.isNaN(time) ? value : new Date(time);
    } : castDate;
    return (value, place) => {
      if (cast !== false && isNumber(value)) return Number(value);
      return dateOf ? dateOf(value, place) : value;
    };
  };
  const columnNames = (list) => list.map((column) => {
    if (column === undefined || column === null || column === false) return undefined;
    if (typeof column === 'string') return column;
    if (typeof column === 'object' && typeof column.name === 'string') return column.name;
    throw new CsvError('CSV_INVALID_COLUMN_DEFINITION', `Invalid column definition: expect a string or a literal object, got ${JSON.stringify(column)}`);
  });
  const isEmptyRecord = (cells) => cells.every((cell) => cell === null || cell === undefined || `${cell}`.trim() === '');

  const parsed = (input, given) => {
    const options = chosen('csv-parse', underscored(given), PARSED, NOT_PARSED);
    if (!options.encoding) throw new TypeError('csv-parse has encoding: null not here: cells are strings');
    const isDecoded = typeof input === 'string' || /^utf-?8$/i.test(options.encoding);
    let text = isDecoded ? textOf(input, 'input') : native.node.part('buffers').Buffer.from(native.node.viewed(input)).toString(options.encoding);
    if (options.from_line > 1 || options.to_line > 0) text = linesOf(text, options.from_line, options.to_line);
    const trim = options.trim || (options.ltrim && options.rtrim);
    if (!trim && (options.ltrim || options.rtrim)) throw new TypeError('csv-parse has ltrim and rtrim here only together: use trim: true, or trim cells with cast');
    const core = {
      // The mark is white space too.
      bom: options.bom || trim,
      delimiter: firstText(options.delimiter, 'delimiter'),
      quote: oneByte(options.quote, 'quote'),
      escape: oneByte(options.escape, 'escape'),
      comment: options.comment || undefined,
      commentAnywhere: !options.comment_no_infix,
      trim,
      skipEmpty: options.skip_empty_lines,
      stray: options.relax_quotes ? 'text' : 'refuse',
      newline: firstText(options.record_delimiter, 'record_delimiter'),
    };
    const isRelaxed = options.relax_column_count || options.relax_column_count_less || options.relax_column_count_more;
    const { columns } = options;
    const isPlain = !isRelaxed || options.relax_column_count === true;
    const cast = castOf(options);
    const isNamed = columns !== false && columns !== null;
    const namedFirst = isNamed && Array.isArray(columns) ? columnNames(columns) : undefined;
    const isSimple = isPlain && (cast === undefined || (options.cast === true && options.cast_date === false))
      && !options.info && !options.on_record && !options.group_columns_by_name && !options.skip_records_with_empty_values
      && (!isNamed || columns === true || namedFirst?.every((name) => name !== undefined));
    let records;
    if (isSimple) {
      core.relaxed = isRelaxed;
      core.columns = namedFirst ?? columns === true;
      if (options.cast === true) core.cast = 'numbers';
      if (options.to > 0) core.most = options.to;
      try {
        records = native.readCsv(text, core).rows;
      } catch (error) {
        throw csvError(error, options, namedFirst?.length, text);
      }
      if (options.from > 1) records = records.slice(options.from - 1);
    } else records = byHand(text, core, options, cast, namedFirst);
    if (options.objname !== undefined) return Object.fromEntries(records.map((record) => [record[options.objname], record]));
    return records;
  };
  // What is done cell by cell.
  const byHand = (text, core, options, cast, namedFirst) => {
    core.relaxed = true;
    core.places = true;
    let read;
    try {
      read = native.readCsv(text, core);
    } catch (error) {
      throw csvError(error, options, namedFirst?.length, text);
    }
    const { columns } = options;
    const isNamed = columns !== false && columns !== null;
    let names = namedFirst;
    let width = names?.length;
    const records = [];
    let count = 0;
    for (let at = 0; at < read.rows.length; at++) {
      if (options.to > 0 && count >= options.to) break;
      const row = read.rows[at];
      const isHeader = isNamed && names === undefined;
      const place = (index) => ({
        bytes: undefined, bytes_records: undefined, comment_lines: 0, empty_lines: 0, invalid_field_length: 0, lines: read.lines[at], records: count, columns: isNamed,
        error: undefined, header: isHeader, index, raw: undefined, column: isNamed && !isHeader ? names[index] : index, quoting: read.quoted[at][index],
      });
      const cells = cast ? row.map((cell, index) => cast(cell, place(index))) : row;
      if (isHeader) {
        const named = typeof columns === 'function' ? columns(cells) : cells;
        if (!Array.isArray(named)) throw new CsvError('CSV_INVALID_COLUMN_MAPPING', `Invalid Column Mapping: expect an array from column function, got ${JSON.stringify(named)}`);
        names = columnNames(named);
        width = names.length;
        continue;
      }
      width ??= cells.length;
      const isRight = cells.length === width || options.relax_column_count
        || (options.relax_column_count_less && cells.length < width) || (options.relax_column_count_more && cells.length > width);
      if (!isRight) {
        throw isNamed
          ? new CsvError('CSV_RECORD_INCONSISTENT_COLUMNS', `Invalid Record Length: columns length is ${width}, got ${cells.length} on line ${read.lines[at]}`, { lines: read.lines[at] })
          : new CsvError('CSV_RECORD_INCONSISTENT_FIELDS_LENGTH', `Invalid Record Length: expect ${width}, got ${cells.length} on line ${read.lines[at]}`, { lines: read.lines[at] });
      }
      if (options.skip_records_with_empty_values && isEmptyRecord(cells)) continue;
      count++;
      if (count < options.from) continue;
      let record = cells;
      if (isNamed) {
        record = {};
        for (let index = 0; index < cells.length && index < names.length; index++) {
          const name = names[index];
          if (name === undefined) continue;
          if (options.group_columns_by_name && Object.hasOwn(record, name)) record[name] = [record[name], cells[index]].flat();
          else Object.defineProperty(record, name, { value: cells[index], writable: true, enumerable: true, configurable: true });
        }
      }
      if (options.on_record) record = options.on_record(record, { ...place(undefined), column: undefined, records: count });
      if (record === undefined || record === null) continue;
      records.push(options.info ? { info: { ...place(cells.length), records: count }, record } : record);
    }
    return records;
  };

  // What the arguments of a call are: data, options and a callback, each of which may be left out.
  const given = (args, isData) => {
    args.forEach((arg, index) => {
      if (arg === undefined || typeof arg === 'function' || isData(arg) || typeof arg === 'object' && arg !== null) return;
      throw new CsvError('CSV_INVALID_ARGUMENT', `Invalid argument: got ${JSON.stringify(arg)} at index ${index}`);
    });
    const callback = args.find((arg) => typeof arg === 'function');
    const data = args.find((arg) => isData(arg));
    return { callback, data, options: args.find((arg) => arg !== callback && arg !== data && typeof arg === 'object' && arg !== null) };
  };
  const OF_STREAMS = ['autoDestroy', 'emitClose', 'highWaterMark', 'readableHighWaterMark', 'readableObjectMode', 'signal', 'writableHighWaterMark', 'writableObjectMode'];
  const parted = (options) => {
    const own = { ...options }, stream = {};
    for (const name of OF_STREAMS) {
      if (own[name] === undefined) continue;
      stream[name] = own[name];
      delete own[name];
    }
    return { own, stream };
  };
  // Classes of streams are made when the first of them is asked for.
  const classes = {};
  const streamClass = (name) => (classes[name] ??= MADE[name](native.node.part('stream').streams.Transform));
  const MADE = {
    // The records come when the whole text is there, which is one value of the run.
    Parser: (Transform) => class Parser extends Transform {
      #pieces = [];
      constructor(options = {}) {
        const { own, stream } = parted(options);
        super({ ...stream, readableObjectMode: true });
        this.options = chosen('csv-parse', underscored(own), PARSED, NOT_PARSED);
        this.info = { comment_lines: 0, empty_lines: 0, invalid_field_length: 0, records: 0 };
      }
      _transform(chunk, encoding, callback) {
        this.#pieces.push(chunk);
        callback();
      }
      _flush(callback) {
        let records;
        try {
          records = parsed(native.node.part('buffers').Buffer.concat(this.#pieces), this.options);
        } catch (error) {
          callback(error);
          return;
        }
        this.#pieces = [];
        const { objname } = this.options;
        const all = objname === undefined ? records : Object.entries(records);
        this.info.records = all.length;
        for (const record of all) this.push(record);
        callback();
      }
    },
    Stringifier: (Transform) => class Stringifier extends Transform {
      #writer;
      constructor(options = {}) {
        const { own, stream } = parted(options);
        super({ ...stream, writableObjectMode: true });
        this.#writer = writer(own);
        this.options = this.#writer.options;
      }
      _transform(record, encoding, callback) {
        let text;
        try {
          text = this.#writer.add(record);
        } catch (error) {
          callback(error);
          return;
        }
        callback(null, text);
      }
      _flush(callback) { callback(null, this.#writer.end()); }
    },
  };
  const expose = (holder, name) => Object.defineProperty(holder, name, { get: () => streamClass(name), enumerable: true, configurable: true });
  const later = (task) => native.node.require('timers').setImmediate(task);
  packages.csvParseSync = { CsvError, normalize_options: absent('csv-parse.normalize_options', 'give the options to parse'), parse: (input, options) => parsed(input, options) };
  packages.csvParse = {
    CsvError,
    normalize_options: packages.csvParseSync.normalize_options,
    parse(...args) {
      const { data, options, callback } = given(args, (arg) => typeof arg === 'string' || ArrayBuffer.isView(arg));
      const parser = new (streamClass('Parser'))(options);
      if (callback) {
        const { objname } = parser.options;
        const records = objname === undefined ? [] : {};
        parser.on('data', (record) => {
          if (objname === undefined) records.push(record);
          else records[record[0]] = record[1];
        });
        parser.on('error', (error) => callback(error, undefined, parser.info));
        parser.on('end', () => callback(undefined, records, parser.info));
      }
      if (data !== undefined) later(() => { parser.end(data, typeof data === 'string' ? parser.options.encoding : undefined); });
      return parser;
    },
  };
  expose(packages.csvParse, 'Parser');

  // Writing.
  const WRITTEN = {
    bom: false, cast: undefined, columns: undefined, delimiter: ',', eof: true, escape: '"', escape_formulas: false, header: undefined,
    header_as_comment: false, quote: '"', quoted: false, quoted_empty: undefined, quoted_match: undefined, quoted_string: false, record_delimiter: undefined,
  };
  const LINE_ENDS = { unix: '\n', mac: '\r', windows: '\r\n', ascii: '\u001e', unicode: '\u2028', auto: '\n' };
  const CASTS = {
    boolean: (value) => (value ? '1' : ''),
    date: (value) => `${value.getTime()}`,
    number: (value) => `${value}`,
    bigint: (value) => `${value}`,
    object: (value) => JSON.stringify(value),
    string: (value) => value,
  };
  const columnsToWrite = (columns) => {
    if (columns === undefined || columns === null) return undefined;
    if (!Array.isArray(columns)) {
      if (typeof columns !== 'object') throw new TypeError('Invalid option "columns": expect an array or an object');
      return Object.entries(columns).map(([key, header]) => ({ key, header }));
    }
    return columns.map((column) => {
      if (typeof column === 'string') return { key: column, header: column };
      if (column && typeof column === 'object' && column.key !== undefined) return { key: column.key, header: column.header ?? column.key };
      throw new TypeError('Invalid column definition: expect a string or an object');
    });
  };
  const memberOf = (record, key) => {
    if (Object.hasOwn(record, key) || !/[.[]/.test(key)) return record[key];
    let value = record;
    for (const name of `${key}`.split(/[.[\]]/).filter(Boolean)) value = value?.[name];
    return value;
  };
  // What writes record after record: `add` gives the text of one, `end` what is left.
  const writer = (settings) => {
    const options = chosen('csv-stringify', underscored(settings), WRITTEN);
    const isUsual = options.record_delimiter === undefined;
    const end = isUsual ? '\n' : LINE_ENDS[options.record_delimiter] ?? textOf(options.record_delimiter, 'record_delimiter');
    const delimiter = textOf(options.delimiter, 'delimiter');
    const quote = options.quote === true ? '"' : options.quote === false || options.quote === null ? '' : textOf(options.quote, 'quote');
    const { escape } = options;
    const casts = { ...CASTS, ...options.cast };
    const matches = options.quoted_match ? [options.quoted_match].flat() : [];
    let columns = columnsToWrite(options.columns);
    let count = 0;
    const cellOf = (value, place) => {
      let options1 = options;
      let text;
      const kind = typeof value;
      if (value === undefined || value === null) text = '';
      else {
        const how = kind === 'object' ? (value instanceof Date ? 'date' : 'object') : kind;
        if (!casts[how]) throw new TypeError(`csv-stringify: a cell must not be a ${kind}`);
        text = casts[how](value, place);
        if (text !== null && typeof text === 'object') {
          const { value: inner, ...own } = text;
          options1 = { ...options, ...own };
          text = inner;
        }
        if (text === undefined || text === null) text = '';
        if (typeof text !== 'string') throw new TypeError(`Invalid Casting Value: returned value must return a string, an object or undefined, got ${JSON.stringify(text)}`);
      }
      const isText = kind === 'string';
      if (text === '') {
        return options1.quoted_empty ?? (isText && options1.quoted_string) ? quote + quote : '';
      }
      if (options1.escape_formulas && /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text)) text = `'${text}`;
      const hasQuote = quote !== '' && text.includes(quote);
      const isQuoted = options1.quoted || (isText && options1.quoted_string) || hasQuote || text.includes(delimiter) || text.includes(end) || (isUsual && text.includes('\r'))
        || matches.some((match) => (typeof match === 'string' ? text.includes(match) : match.test(text)));
      if (!isQuoted || quote === '') return text;
      if (escape !== quote && text.includes(escape)) text = text.replaceAll(escape, () => escape + escape);
      if (hasQuote) text = text.replaceAll(quote, () => escape + quote);
      return quote + text + quote;
    };
    const lineOf = (values, isHeader) => values.map((value, index) => cellOf(value, { column: columns?.[index]?.key ?? index, header: isHeader, index, records: count })).join(delimiter);
    // What is written and not given yet.
    let ready = options.bom ? '\ufeff' : '';
    let isFirst = true;
    const addLine = (line) => {
      if (options.eof) ready += line + end;
      else ready += isFirst ? line : end + line;
      isFirst = false;
    };
    const taken = () => {
      const made = ready;
      ready = '';
      return made;
    };
    const addHeader = () => {
      if (columns?.length) addLine((options.header_as_comment ? '# ' : '') + lineOf(columns.map((column) => column.header), true));
    };
    if (columns && options.header) addHeader();
    const add = (record) => {
      if (record === undefined || record === null || typeof record !== 'object') {
        throw new CsvError('CSV_INVALID_RECORD', `Invalid Record: expect an array or an object, got ${JSON.stringify(record)}`);
      }
      if (!columns && !Array.isArray(record)) {
        columns = Object.keys(record).map((key) => ({ key, header: key }));
        if (options.header) addHeader();
      }
      if (options.header && !columns) {
        throw new CsvError('CSV_STRINGIFY_INVALID_HEADER', 'Undiscoverable Column Names: header option requires column option or object records');
      }
      const values = Array.isArray(record) ? (columns ? columns.map((_, index) => record[index]) : record) : columns.map(({ key }) => memberOf(record, key));
      addLine(lineOf(values, false));
      count++;
      return taken();
    };
    return { options, add, end: taken };
  };
  const stringified = (records, settings) => {
    const { add, end } = writer(settings);
    if (!Array.isArray(records)) throw new TypeError(`csv-stringify: the records must be an array, not ${records === null ? 'null' : typeof records}`);
    return [...records.map(add), end()].join('');
  };
  packages.csvStringifySync = {
    normalize_options: absent('csv-stringify.normalize_options', 'give the options to stringify'),
    stringify: (records, options) => stringified(records, options),
  };
  packages.csvStringify = {
    CsvError,
    normalize_options: packages.csvStringifySync.normalize_options,
    stringify(...args) {
      const { data, options, callback } = given(args, Array.isArray);
      const stringifier = new (streamClass('Stringifier'))(options);
      if (callback) {
        const pieces = [];
        stringifier.on('data', (piece) => { pieces.push(piece); });
        stringifier.on('error', (error) => callback(error));
        stringifier.on('end', () => callback(undefined, pieces.join('')));
      }
      if (data !== undefined) {
        later(() => {
          for (const record of data) {
            if (stringifier.destroyed) return;
            stringifier.write(record);
          }
          stringifier.end();
        });
      }
      return stringifier;
    },
  };
  expose(packages.csvStringify, 'Stringifier');
})
