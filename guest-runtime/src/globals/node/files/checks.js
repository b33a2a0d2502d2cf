(function (native) {
  'use strict';
  const { part, coded, received, aborted, abortSignal, wrongType, wrongValue, outOfRange, boolean, callable, object, integer, viewed, isUrl, fileURLToPath } = native.node;

  // Checks of single values, each of which gives the value.
  const oneOf = (value, name, known) => {
    if (!known.includes(value)) {
      const shown = known.map((one) => (typeof one === 'string' ? `'${one}'` : String(one)));
      throw wrongValue(name, value, `must be one of: ${shown.join(', ')}`);
    }
    return value;
  };

  // What was given as a path: text or bytes of text, with a URL of a file as its text.
  const given = (value, name = 'path') => {
    const path = typeof value !== 'string' && isUrl(value) ? fileURLToPath(value) : value;
    const isText = typeof path === 'string';
    if (!isText && !(path instanceof Uint8Array)) throw wrongType(name, 'of type string or an instance of Buffer or URL', path);
    if (path.includes(isText ? '\0' : 0)) throw wrongValue(name, path, 'must be a string, Uint8Array, or URL without null bytes');
    return path;
  };
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const textOf = (path) => (typeof path === 'string' ? path : utf8.decode(path));
  // A path of the system calls, which begin at the root.
  const pathOf = (value, name) => {
    const path = textOf(given(value, name));
    const directory = native.directory();
    return directory === '/' || path === '' || path.startsWith('/') ? path : `${directory}/${path}`;
  };

  // Whether another encoding than Node's has such a name.
  const isLabel = (name) => {
    try {
      new TextDecoder(name);
    } catch {
      return false;
    }
    return typeof name === 'string';
  };

  // Options: an object, or an encoding.
  const optionsOf = (options, defaults = {}) => {
    if (options === null || options === undefined || typeof options === 'function') return defaults;
    if (typeof options === 'string') options = { ...defaults, encoding: options };
    else if (typeof options !== 'object') throw wrongType('options', 'one of type string or object', options);
    const { encoding, signal } = options;
    const isPlain = encoding === 'utf8' || encoding === undefined || encoding === null || encoding === 'buffer';
    if (!isPlain && encoding && !part('buffers').Buffer.isEncoding(encoding)) {
      const error = wrongValue('encoding', encoding, 'is invalid encoding');
      if (isLabel(encoding)) error.message += `; state.readFile and state.writeFile take { encoding: '${encoding}' }`;
      throw error;
    }
    abortSignal(signal, 'options.signal');
    return options;
  };
  const checkAborted = (signal) => {
    if (signal?.aborted) throw aborted(signal);
  };
  // A text in the encoding that was asked for.
  const encoded = (text, encoding) => {
    if (!encoding || encoding === 'utf8' || encoding === 'utf-8') return text;
    const bytes = part('buffers').Buffer.from(text);
    return encoding === 'buffer' ? bytes : bytes.toString(encoding);
  };

  const modeOf = (value, name, initial = undefined) => {
    let mode = value ?? initial;
    if (typeof mode === 'string') {
      const isOctal = mode !== '' && [...mode].every((digit) => digit >= '0' && digit <= '7');
      if (!isOctal) throw wrongValue(name, mode, 'must be a 32-bit unsigned integer or an octal string');
      mode = Number.parseInt(mode, 8);
    }
    if (typeof mode === 'number' && Number.isInteger(mode) && mode >= 0 && mode <= 0xffffffff) return mode;
    return integer(mode, name, 0, 0xffffffff);
  };
  // A mode of `access` and `copyFile`, which Node checks elsewhere and in other words.
  const smallMode = (mode) => {
    if (mode === null || mode === undefined) return 0;
    if (typeof mode !== 'number') throw coded(new TypeError('mode must be int32 or null/undefined'), 'ERR_INVALID_ARG_TYPE');
    if (!Number.isFinite(mode)) throw coded(new RangeError('mode is out of range'), 'ERR_OUT_OF_RANGE');
    if (mode < 0 || mode > 7) throw coded(new RangeError('mode is out of range: >= 0 && <= 7'), 'ERR_OUT_OF_RANGE');
    return Math.trunc(mode);
  };

  const READ_WRITE = 2, SYNC = 0o4010000, CREATE = 0o101, EXCLUSIVE = 0o200, TRUNCATE = 0o1000, APPEND = 0o2000;
  const FLAGS = { r: 0, rs: SYNC, w: TRUNCATE | CREATE, wx: TRUNCATE | CREATE | EXCLUSIVE, a: APPEND | CREATE, ax: APPEND | CREATE | EXCLUSIVE, as: APPEND | CREATE | SYNC };
  const flagsOf = (flags, name = 'flags') => {
    if (typeof flags === 'number') return integer(flags, name, -0x80000000, 0x7fffffff) + 0;
    if (flags === null || flags === undefined) return 0;
    if (typeof flags === 'string' && Object.hasOwn(FLAGS, flags)) return FLAGS[flags];
    // The letter beside the first one may also stand before it; `+` reads and writes.
    const isBoth = typeof flags === 'string' && flags.length > 1 && flags.endsWith('+');
    const letters = isBoth ? flags.slice(0, -1) : flags;
    const turned = typeof letters === 'string' && letters.length === 2 && 'sx'.includes(letters[0]) ? letters[1] + letters[0] : letters;
    if (typeof flags !== 'string' || !Object.hasOwn(FLAGS, turned)) throw wrongValue('flags', flags);
    return isBoth ? FLAGS[turned] & ~1 | READ_WRITE : FLAGS[turned];
  };

  const secondsOf = (time, name = 'time') => {
    if (typeof time === 'string' && +time == time) return +time;
    if (Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
    if (time instanceof Date) return time.getTime() / 1000;
    throw wrongType(name, 'an instance of Date or an Time in seconds', time);
  };

  // Bytes or text to write.
  const dataOf = (data, encoding) => {
    if (ArrayBuffer.isView(data)) return viewed(data);
    if (typeof data !== 'string') throw wrongType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
    const isUtf8 = !encoding || encoding === 'utf8' || encoding === 'utf-8';
    return isUtf8 ? data : viewed(part('buffers').Buffer.from(data, encoding));
  };

  // Errors of the system that Node makes itself.
  const WORDS = {
    EBADF: [9, 'bad file descriptor'],
    EEXIST: [17, 'file already exists'],
    EINVAL: [22, 'invalid argument'],
    EISDIR: [21, 'illegal operation on a directory'],
    EMFILE: [24, 'too many open files'],
    ENOTDIR: [20, 'not a directory'],
    EPERM: [1, 'operation not permitted'],
  };
  const systemError = (code, syscall, path = undefined, dest = undefined, hint = '') => {
    const [errno, words] = WORDS[code];
    const target = dest === undefined ? '' : ` -> '${dest}'`;
    const error = new Error(`${code}: ${words}, ${syscall}${path === undefined ? '' : ` '${path}'`}${target}${hint}`);
    Object.assign(error, { errno: -errno, code, syscall });
    if (path !== undefined) error.path = path;
    if (dest !== undefined) error.dest = dest;
    return error;
  };
  // What Node calls a SystemError: `code` is the name of the rule, `info` what the system would say.
  const ruleError = (rule, words, code, message, syscall, path) => {
    const error = new Error(`${words}: ${syscall} returned ${code} (${message}) ${path}`);
    const errno = WORDS[code][0];
    Object.defineProperty(error, 'name', { value: 'SystemError', writable: true, configurable: true });
    return Object.assign(error, { code: rule, info: { code, message, path, syscall, errno }, errno, syscall, path });
  };

  native.node.checks = {
    received, wrongType, wrongValue, outOfRange, boolean, callable, object, integer, oneOf, given, pathOf, textOf, optionsOf,
    checkAborted, encoded, modeOf, smallMode, flagsOf, secondsOf, dataOf, systemError, ruleError,
  };
})
