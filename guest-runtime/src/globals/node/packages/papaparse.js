(function (native) {
  'use strict';
  // `papaparse`, over texts.
  const { packages } = native.node;
  const { chosen, absent, textOf } = packages;

  const PARSED = {
    comments: false, complete: undefined, delimiter: '', delimitersToGuess: undefined, dynamicTyping: false, encoding: '', error: undefined, escapeChar: undefined,
    fastMode: undefined, header: false, newline: '', preview: 0, quoteChar: '"', skipEmptyLines: false, skipFirstNLines: 0, step: undefined, transform: undefined,
    transformHeader: undefined,
  };
  const WHOLE = 'a text is read whole: use step or complete, or read rows with for await (const row of state.rows(path))';
  const NOT_PARSED = {
    beforeFirstChunk: 'change the text before it is parsed', chunk: WHOLE, chunkSize: WHOLE, download: 'nothing is fetched: give the text', downloadRequestBody: 'nothing is fetched',
    downloadRequestHeaders: 'nothing is fetched', withCredentials: 'nothing is fetched', worker: 'there are no workers: leave it out',
  };
  const RECORD_SEP = '\u001e';
  const UNIT_SEP = '\u001f';
  const BYTE_ORDER_MARK = '\ufeff';
  const BAD_DELIMITERS = ['\r', '\n', '"', BYTE_ORDER_MARK];
  const GUESSED = [',', '\t', '|', ';', RECORD_SEP, UNIT_SEP];
  const GUESS_CHARACTERS = 1024 * 1024;

  // What ends lines, by the beginning of a text without what is in quotes.
  const newlineOf = (text, quote) => {
    const start = text.slice(0, GUESS_CHARACTERS);
    let bare = '';
    let at = 0;
    while (quote) {
      const open = start.indexOf(quote, at);
      const close = open < 0 ? -1 : start.indexOf(quote, open + 1);
      if (close < 0) break;
      bare += start.slice(at, open);
      at = close + 1;
    }
    bare += start.slice(at);
    const returns = bare.split('\r');
    const lines = bare.split('\n');
    if (returns.length === 1 || (lines.length > 1 && lines[0].length < returns[0].length)) return '\n';
    const both = returns.filter((part) => part.startsWith('\n')).length;
    return both >= returns.length / 2 ? '\r\n' : '\r';
  };
  const isEmptyRow = (row, how) => (how === 'greedy' ? row.join('').trim() === '' : row.length === 1 && row[0].length === 0);

  // Rows of a text as the package parts it, with what is wrong with quotes.
  const rowsOf = (text, { delimiter, newline, quote, escape, comment }, most = Infinity) => {
    if (text === '') return { rows: [], errors: [], isFull: false };
    const core = { delimiter, newline, comment, bom: false, relaxed: true, stray: 'inside' };
    if (quote) Object.assign(core, { quote, escape });
    if (most !== Infinity) core.most = most;
    const { rows, flaws, isFull } = native.readCsv(text, core);
    const errors = [];
    let isUnclosed = false;
    for (const [unclosed, at, row] of flaws) {
      if (unclosed) {
        isUnclosed = true;
        errors.push({ type: 'Quotes', code: 'MissingQuotes', message: 'Quoted field unterminated', row, index: at + 1 });
        // What is not closed is as it was written.
        const cells = rows.at(-1);
        if (cells && !isFull) cells[cells.length - 1] = text.slice(at + 1);
      } else errors.push({ type: 'Quotes', code: 'InvalidQuotes', message: 'Trailing quote on quoted field is malformed', row, index: at + 1 });
    }
    // An end of a line has a row after it.
    const hasEnd = !isUnclosed && !isFull && text.endsWith(newline);
    if (hasEnd && rows.length < most) rows.push(['']);
    return { rows, errors, isFull: isFull || (hasEnd && rows.length === most && rows.length > 0) };
  };
  const guessed = (text, config, reading) => {
    let best;
    let bestDelta;
    let bestAverage;
    const start = text.slice(0, GUESS_CHARACTERS);
    for (const delimiter of config.delimitersToGuess ?? GUESSED) {
      const { rows } = rowsOf(start, { ...reading, delimiter }, 10);
      let delta = 0;
      let average = 0;
      let empty = 0;
      let before;
      for (const row of rows) {
        if (config.skipEmptyLines && isEmptyRow(row, config.skipEmptyLines)) {
          empty++;
          continue;
        }
        average += row.length;
        if (before !== undefined && row.length > 0) delta += Math.abs(row.length - before);
        before = row.length;
      }
      if (rows.length > 0) average /= rows.length - empty;
      if ((bestDelta === undefined || delta <= bestDelta) && (bestAverage === undefined || average > bestAverage) && average > 1.99) {
        [best, bestDelta, bestAverage] = [delimiter, delta, average];
      }
    }
    return best;
  };

  const FLOAT = /^\s*-?(\d+\.?|\.\d+|\d+\.\d+)([eE][-+]?\d+)?\s*$/;
  const MOMENT = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-5]\d(\.\d+)?)?([+-][0-2]\d:[0-5]\d|Z)$/;
  const EXACT = 2 ** 53;
  const typed = (value) => {
    if (value === 'true' || value === 'TRUE') return true;
    if (value === 'false' || value === 'FALSE') return false;
    if (FLOAT.test(value)) {
      const number = parseFloat(value);
      return number > -EXACT && number < EXACT ? number : value;
    }
    if (MOMENT.test(value)) return new Date(value);
    return value === '' ? null : value;
  };
  const isTypedBy = ({ dynamicTyping }) => {
    if (typeof dynamicTyping === 'function') {
      const known = new Map();
      return (field) => {
        if (!known.has(field)) known.set(field, dynamicTyping(field) === true);
        return known.get(field);
      };
    }
    if (dynamicTyping && typeof dynamicTyping === 'object') return (field) => dynamicTyping[field] === true;
    return () => dynamicTyping === true;
  };
  // Names of the columns; the second of two of one name has a number.
  const named = (row, transformHeader, meta) => {
    const bare = row.map((name) => (name.startsWith(BYTE_ORDER_MARK) ? name.slice(1) : name));
    const names = bare.map((name, index) => (transformHeader ? transformHeader(name, index) : name));
    const taken = new Set(bare);
    const counts = new Map();
    return names.map((name) => {
      let own = name;
      let count = counts.get(name);
      if (count === undefined) counts.set(name, 1);
      else {
        do own = `${name}_${count++}`; while (taken.has(own));
        taken.add(own);
        counts.set(name, (counts.get(name) ?? 0) + 1);
        meta.renamedHeaders ??= {};
        meta.renamedHeaders[own] = name;
      }
      taken.add(name);
      return own;
    });
  };

  // Of a stream the rows come when its whole text is there.
  const fromStream = (stream, config, given) => {
    const pieces = [];
    stream.on('data', (piece) => { pieces.push(typeof piece === 'string' ? native.node.part('buffers').Buffer.from(piece) : piece); });
    stream.on('error', (error) => config.error?.(error));
    stream.on('end', () => { parse(textOfPieces(pieces, config), given); });
  };
  // Behind the last line end of a stream there is no row.
  const textOfPieces = (pieces, { encoding }) => native.node.part('buffers').Buffer.concat(pieces).toString(encoding || 'utf8').replace(/(?:\r\n|\n|\r)$/, '');
  const streamOfRows = (config, given) => {
    const { Transform } = native.node.part('stream').streams;
    const pieces = [];
    return new Transform({
      readableObjectMode: true,
      transform(chunk, encoding, callback) {
        pieces.push(chunk);
        callback();
      },
      flush(callback) {
        const { data } = parse(textOfPieces(pieces, config), { ...given, step: undefined, complete: undefined });
        for (const row of data) this.push(row);
        callback();
      },
    });
  };
  const parse = (input, given) => {
    const config = chosen('papaparse.parse', given, PARSED, NOT_PARSED);
    if (input === Papa.NODE_STREAM_INPUT) return streamOfRows(config, given);
    if (typeof input?.on === 'function' && typeof input.read === 'function') return fromStream(input, config, given);
    if (typeof input !== 'string') {
      throw new TypeError('papaparse.parse takes a text or a stream here, no file or address: read it first, as await state.readFile(path)');
    }
    let text = input.startsWith(BYTE_ORDER_MARK) ? input.slice(1) : input;
    const quote = config.fastMode === true || config.quoteChar === null || config.quoteChar === undefined || config.quoteChar === false ? '' : textOf(config.quoteChar, 'quoteChar');
    const newline = ['\n', '\r', '\r\n'].includes(config.newline) ? config.newline : newlineOf(text, quote);
    if (config.skipFirstNLines > 0) text = text.split(newline).slice(config.skipFirstNLines).join(newline);
    const comment = config.comments === true ? '#' : config.comments || undefined;
    const reading = { newline, quote, escape: config.escapeChar ?? quote, comment };
    const undetected = [];
    let { delimiter } = config;
    if (typeof delimiter === 'function') delimiter = delimiter(text);
    if (!delimiter) {
      delimiter = guessed(text, config, reading);
      if (delimiter === undefined) {
        delimiter = Papa.DefaultDelimiter;
        undetected.push({ type: 'Delimiter', code: 'UndetectableDelimiter', message: `Unable to auto-detect delimiting character; defaulted to '${delimiter}'` });
      }
    } else if (BAD_DELIMITERS.includes(delimiter)) delimiter = ',';
    const { preview } = config;
    const most = preview > 0 ? preview + (config.header ? 1 : 0) : Infinity;
    const read = rowsOf(text, { ...reading, delimiter }, most);
    const errors = [...read.errors, ...undetected];
    let { rows } = read;
    const meta = { delimiter, linebreak: newline, aborted: false, truncated: read.isFull, cursor: text.length, renamedHeaders: null };
    // The first row has the names, also where it is passed over.
    if (config.header && rows.length > 0) rows[0] = named(rows[0], config.transformHeader, meta);
    if (config.skipEmptyLines) rows = rows.filter((row) => !isEmptyRow(row, config.skipEmptyLines));
    let fields;
    if (config.header && rows.length > 0) fields = rows.shift();
    if (config.header) meta.fields = fields ?? [];
    const hasTypes = config.dynamicTyping !== false && config.dynamicTyping !== undefined;
    if (fields || hasTypes || config.transform) rows = shaped(rows, fields, config, hasTypes, errors);
    const results = { data: rows, errors, meta };
    if (!config.step) {
      config.complete?.(results);
      return results;
    }
    let isAborted = false;
    const steps = { abort() { isAborted = true; }, pause() { throw new TypeError('papaparse: pause is not here: parse gives the rows at once'); }, resume() {}, paused: () => false, aborted: () => isAborted };
    const byRow = new Map();
    for (const error of errors) if (error.row !== undefined) byRow.set(error.row, [...(byRow.get(error.row) ?? []), error]);
    for (let at = 0; at < rows.length; at++) {
      const one = { data: rows[at], errors: byRow.get(at) ?? [], meta: { ...meta } };
      config.step(one, steps);
      if (isAborted) {
        one.meta.aborted = true;
        config.complete?.(one);
        return undefined;
      }
    }
    config.complete?.({ data: [], errors: [], meta: {} });
    return { data: [], errors: [], meta };
  };
  const EXTRA = '__parsed_extra';
  const shaped = (rows, fields, config, hasTypes, errors) => {
    const isTyped = hasTypes ? isTypedBy(config) : undefined;
    const { transform } = config;
    const isSimple = !isTyped && !transform;
    return rows.map((row, at) => {
      const made = fields ? {} : [];
      for (let index = 0; index < row.length; index++) {
        const field = fields ? (index >= fields.length ? EXTRA : fields[index]) : index;
        let value = row[index];
        if (!isSimple) {
          if (transform) value = transform(value, field);
          if (isTyped?.(field)) value = typed(value);
        }
        if (!fields) made.push(value);
        else if (field === EXTRA) (made[EXTRA] ??= []).push(value);
        else if (field === '__proto__') Object.defineProperty(made, field, { value, writable: true, enumerable: true, configurable: true });
        else made[field] = value;
      }
      if (fields && row.length !== fields.length) {
        const isMore = row.length > fields.length;
        errors.push({
          type: 'FieldMismatch', code: isMore ? 'TooManyFields' : 'TooFewFields',
          message: `Too ${isMore ? 'many' : 'few'} fields: expected ${fields.length} fields but parsed ${row.length}`, row: at,
        });
      }
      return made;
    });
  };

  const WRITTEN = {
    columns: undefined, delimiter: ',', escapeChar: undefined, escapeFormulae: false, header: true, newline: '\r\n', quoteChar: '"', quotes: false, skipEmptyLines: false,
  };
  const unparse = (input, given) => {
    const config = chosen('papaparse.unparse', given, WRITTEN, { download: 'nothing is fetched' });
    const quote = config.quoteChar;
    const escaped = (config.escapeChar ?? quote) + quote;
    const delimiter = BAD_DELIMITERS.includes(config.delimiter) ? ',' : config.delimiter;
    const formulae = config.escapeFormulae === true ? /^[=+\-@\t\r].*$/ : config.escapeFormulae instanceof RegExp ? config.escapeFormulae : undefined;
    const isQuoted = (text, column, value) => {
      const { quotes } = config;
      const isAsked = typeof quotes === 'function' ? quotes(value, column) : Array.isArray(quotes) ? quotes[column] : quotes;
      return isAsked || text.includes(delimiter) || text.includes('\n') || text.includes('\r') || text.includes('"') || text.includes(BYTE_ORDER_MARK)
        || text.includes(quote) || text.startsWith(' ') || text.endsWith(' ');
    };
    const cellOf = (value, column) => {
      if (value === undefined || value === null) return '';
      if (value instanceof Date) return JSON.stringify(value).slice(1, 25);
      let needsQuotes = false;
      let text = value;
      if (formulae && typeof value === 'string' && formulae.test(value)) {
        text = `'${value}`;
        needsQuotes = true;
      }
      text = text.toString().replaceAll(quote, () => escaped);
      return needsQuotes || isQuoted(text, column, value) ? quote + text + quote : text;
    };
    const lines = [];
    const written = (fields, rows, isOfObjects) => {
      const hasFields = Array.isArray(fields) && fields.length > 0;
      if (hasFields && config.header) lines.push(fields.map((field, index) => cellOf(field, index)).join(delimiter));
      for (const row of rows) {
        const keys = hasFields ? fields : Object.keys(row);
        if (config.skipEmptyLines && hasFields) {
          const cells = keys.map((key, index) => (isOfObjects(row) ? row[key] : row[index]));
          const isEmpty = config.skipEmptyLines === 'greedy' ? cells.join('').trim() === '' : cells.every((cell) => `${cell ?? ''}` === '');
          if (isEmpty) continue;
        } else if (config.skipEmptyLines) {
          const cells = Object.values(row);
          if (config.skipEmptyLines === 'greedy' ? cells.join('').trim() === '' : cells.length === 1 && `${cells[0]}`.length === 0) continue;
        }
        const count = hasFields ? fields.length : row.length ?? keys.length;
        const cells = [];
        for (let index = 0; index < count; index++) cells.push(cellOf(isOfObjects(row) ? row[keys[index]] : row[index], index));
        lines.push(cells.join(delimiter));
      }
    };
    const isObject = (row) => !Array.isArray(row);
    const never = () => false;
    let data = typeof input === 'string' ? JSON.parse(input) : input;
    if (Array.isArray(data)) {
      if (data.length === 0 || Array.isArray(data[0])) written(null, data, never);
      else if (typeof data[0] === 'object') written(config.columns ?? Object.keys(data[0]), data, isObject);
      else throw new Error('Unable to serialize unrecognized input');
    } else if (data && typeof data === 'object') {
      if (typeof data.data === 'string') data = { ...data, data: JSON.parse(data.data) };
      let { fields } = data;
      if (Array.isArray(data.data)) {
        fields ??= data.meta?.fields ?? config.columns;
        fields ??= Array.isArray(data.data[0]) ? data.fields : typeof data.data[0] === 'object' ? Object.keys(data.data[0]) : [];
        if (!Array.isArray(data.data[0]) && typeof data.data[0] !== 'object') data = { ...data, data: [data.data] };
      }
      written(fields ?? [], data.data ?? [], Array.isArray(data.data?.[0]) ? never : isObject);
    } else throw new Error('Unable to serialize unrecognized input');
    return lines.join(config.newline);
  };

  const NO_STREAMS = 'give the text to parse';
  const Papa = {
    parse, unparse, RECORD_SEP, UNIT_SEP, BYTE_ORDER_MARK, BAD_DELIMITERS, WORKERS_SUPPORTED: false,
    NODE_STREAM_INPUT: 1, LocalChunkSize: 1024 * 1024 * 10, RemoteChunkSize: 1024 * 1024 * 5, DefaultDelimiter: ',',
    Parser: absent('papaparse.Parser', NO_STREAMS), ParserHandle: absent('papaparse.ParserHandle', NO_STREAMS),
    StringStreamer: absent('papaparse.StringStreamer', NO_STREAMS), ReadableStreamStreamer: absent('papaparse.ReadableStreamStreamer', NO_STREAMS),
  };
  packages.papaparse = Papa;
})
