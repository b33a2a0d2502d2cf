(function (native) {
  'use strict';
  // `zlib`: gzip, zlib and raw deflate, and what decompresses Brotli and Zstandard, by the coders of the guest, a piece
  // at a time. What compresses for those two is not here.
  const { part, coded, coderError, wrongType, viewed, callable, integer, number, outOfRange } = native.node;
  const { Buffer } = part('buffers');
  const { Transform } = part('stream').streams;

  const constants = {};
  const named = (text) => text.split(' ').forEach((entry) => {
    const [name, value] = entry.split('=');
    constants[name] = Number(value);
  });
  named('Z_NO_FLUSH=0 Z_PARTIAL_FLUSH=1 Z_SYNC_FLUSH=2 Z_FULL_FLUSH=3 Z_FINISH=4 Z_BLOCK=5 Z_OK=0 Z_STREAM_END=1 Z_NEED_DICT=2 Z_ERRNO=-1 Z_STREAM_ERROR=-2 Z_DATA_ERROR=-3 Z_MEM_ERROR=-4 Z_BUF_ERROR=-5 Z_VERSION_ERROR=-6 Z_NO_COMPRESSION=0 Z_BEST_SPEED=1 Z_BEST_COMPRESSION=9 Z_DEFAULT_COMPRESSION=-1 Z_FILTERED=1 Z_HUFFMAN_ONLY=2 Z_RLE=3 Z_FIXED=4 Z_DEFAULT_STRATEGY=0 ZLIB_VERNUM=4897 DEFLATE=1 INFLATE=2 GZIP=3 GUNZIP=4 DEFLATERAW=5 INFLATERAW=6 UNZIP=7 BROTLI_DECODE=8 BROTLI_ENCODE=9 ZSTD_DECOMPRESS=11 ZSTD_COMPRESS=10 Z_MIN_WINDOWBITS=8 Z_MAX_WINDOWBITS=15 Z_DEFAULT_WINDOWBITS=15 Z_MIN_CHUNK=64 Z_MAX_CHUNK=Infinity Z_DEFAULT_CHUNK=16384 Z_MIN_MEMLEVEL=1 Z_MAX_MEMLEVEL=9 Z_DEFAULT_MEMLEVEL=8 Z_MIN_LEVEL=-1 Z_MAX_LEVEL=9 Z_DEFAULT_LEVEL=-1');
  named('BROTLI_OPERATION_PROCESS=0 BROTLI_OPERATION_FLUSH=1 BROTLI_OPERATION_FINISH=2 BROTLI_OPERATION_EMIT_METADATA=3 BROTLI_PARAM_MODE=0 BROTLI_MODE_GENERIC=0 BROTLI_MODE_TEXT=1 BROTLI_MODE_FONT=2 BROTLI_DEFAULT_MODE=0 BROTLI_PARAM_QUALITY=1 BROTLI_MIN_QUALITY=0 BROTLI_MAX_QUALITY=11 BROTLI_DEFAULT_QUALITY=11 BROTLI_PARAM_LGWIN=2 BROTLI_MIN_WINDOW_BITS=10 BROTLI_MAX_WINDOW_BITS=24 BROTLI_DEFAULT_WINDOW=22 BROTLI_PARAM_LGBLOCK=3 BROTLI_PARAM_SIZE_HINT=5 BROTLI_PARAM_LARGE_WINDOW=6 ZSTD_e_continue=0 ZSTD_e_flush=1 ZSTD_e_end=2 ZSTD_c_compressionLevel=100 ZSTD_c_windowLog=101 ZSTD_c_strategy=107 ZSTD_c_checksumFlag=201 ZSTD_d_windowLogMax=100 ZSTD_CLEVEL_DEFAULT=3');
  const { Z_NO_FLUSH, Z_BLOCK, Z_FINISH, Z_SYNC_FLUSH, Z_FULL_FLUSH } = constants;
  const codes = {};
  for (const name of ['Z_OK', 'Z_STREAM_END', 'Z_NEED_DICT', 'Z_ERRNO', 'Z_STREAM_ERROR', 'Z_DATA_ERROR', 'Z_MEM_ERROR', 'Z_BUF_ERROR', 'Z_VERSION_ERROR']) {
    codes[name] = constants[name];
    codes[constants[name]] = name;
  }
  Object.freeze(constants);
  Object.freeze(codes);

  const failed = (error) => {
    const made = coderError(error);
    if (made.message === 'Missing dictionary') made.code = 'Z_NEED_DICT';
    if (made.code in constants) made.errno = constants[made.code];
    return made;
  };
  const bytesOf = (value) => {
    if (typeof value === 'string') return Buffer.from(value);
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return viewed(value);
    throw wrongType('buffer', 'of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer', value);
  };

  // What differs between families: the names of flushes, the last of which ends the data, and the parameters.
  const { BROTLI_OPERATION_FINISH, BROTLI_OPERATION_EMIT_METADATA, ZSTD_e_end, ZSTD_d_windowLogMax } = constants;
  const LARGE_WINDOW = 1;
  const ZLIB = { last: Z_BLOCK, finish: Z_FINISH, full: Z_FULL_FLUSH };
  const FAMILIES = {
    BrotliDecompress: { last: BROTLI_OPERATION_EMIT_METADATA, finish: BROTLI_OPERATION_FINISH, full: 1, format: 'Brotli', keyMax: 8, failed: 'Initialization failed', takes: (key) => key <= LARGE_WINDOW },
    ZstdDecompress: { last: ZSTD_e_end, finish: ZSTD_e_end, full: 1, format: 'zstd', keyMax: ZSTD_d_windowLogMax, failed: 'Setting parameter failed', takes: (key, value) => key === ZSTD_d_windowLogMax && value >= 10 && value <= 31 },
  };
  const familyOf = (mode) => FAMILIES[mode] ?? ZLIB;
  const checkParams = ({ format, keyMax, failed: words, takes }, given) => {
    const entries = Object.entries(given ?? {});
    for (const [key, value] of entries) {
      if (!(key >= 0 && key <= keyMax)) throw coded(new RangeError(`${key} is not a valid ${format} parameter`), `ERR_${format.toUpperCase()}_INVALID_PARAM`);
      if (typeof value !== 'number' && typeof value !== 'boolean') throw wrongType('options.params[key]', 'of type number', value);
    }
    if (!entries.every(([key, value]) => takes(Number(key), value))) throw coded(new Error(words), 'ERR_ZLIB_INITIALIZATION_FAILED');
  };

  const settingsOf = (options, mode) => {
    const family = familyOf(mode);
    const chosen = (name, usual, least, most) => {
      const value = options?.[name];
      if (value === undefined || Number.isNaN(value)) return usual;
      if (!Number.isFinite(number(value, `options.${name}`)) && most !== Infinity) throw coded(new RangeError(`The value of "options.${name}" is out of range. It must be a finite number. Received ${value}`), 'ERR_OUT_OF_RANGE');
      if (value < least || value > most) throw outOfRange(`options.${name}`, most === Infinity ? `>= ${least}` : `>= ${least} and <= ${most}`, value);
      return value;
    };
    const settings = {
      chunkSize: chosen('chunkSize', constants.Z_DEFAULT_CHUNK, constants.Z_MIN_CHUNK, Infinity),
      flush: chosen('flush', Z_NO_FLUSH, Z_NO_FLUSH, family.last),
      finishFlush: chosen('finishFlush', family.finish, Z_NO_FLUSH, family.last),
      maxOutputLength: chosen('maxOutputLength', undefined, 1, Number.MAX_SAFE_INTEGER),
      level: chosen('level', -1, -1, 9),
      isInfo: Boolean(options?.info),
    };
    if (family.takes !== undefined) {
      checkParams(family, options?.params);
      settings.isLarge = Boolean(options?.params?.[LARGE_WINDOW]);
      // Of a frame that is cut there is nothing but an error.
      if (mode === 'ZstdDecompress') settings.finishFlush = family.finish;
      return settings;
    }
    // 0 is the window that the data names.
    const isFree = ['Inflate', 'Gunzip', 'Unzip'].includes(mode) && options?.windowBits === 0;
    if (!isFree) chosen('windowBits', 15, mode === 'Gzip' ? 9 : 8, 15);
    chosen('memLevel', 8, 1, 9);
    chosen('strategy', 0, 0, 4);
    const { dictionary } = options ?? {};
    if (dictionary !== undefined) {
      if (!ArrayBuffer.isView(dictionary) && !(dictionary instanceof ArrayBuffer)) {
        throw wrongType('options.dictionary', 'an instance of Buffer, TypedArray, DataView, or ArrayBuffer', dictionary);
      }
      throw coded(new Error('Dictionaries are not here: leave out options.dictionary'), 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM');
    }
    return settings;
  };

  const KINDS = { Gzip: 'gzip', Gunzip: 'gzip', Deflate: 'deflate', Inflate: 'deflate', DeflateRaw: 'deflate-raw', InflateRaw: 'deflate-raw', Unzip: 'unzip', BrotliDecompress: 'brotli', ZstdDecompress: 'zstd' };
  const ENCODERS = ['Gzip', 'Deflate', 'DeflateRaw'];
  // A whole value has a largest length of its own; what a stream gives is bounded by the largest file alone.
  const coderOf = (mode, { level, isLarge }, maxOutputLength = undefined) =>
    (ENCODERS.includes(mode) ? native.deflater(KINDS[mode], level) : native.inflater(KINDS[mode], maxOutputLength, false, isLarge));
  // How a piece is pushed: 0, 1 to write what is there, 2 after the last one.
  const flushOf = (mode, kind) => (kind === familyOf(mode).finish ? 2 : kind === Z_NO_FLUSH || kind === Z_BLOCK ? 0 : 1);
  const pushed = (mode, coder, bytes, kind) => {
    try {
      return native.push(coder, bytes, flushOf(mode, kind));
    } catch (error) {
      throw failed(error);
    }
  };

  // Of a stream what is the same for all kinds.
  const state = new WeakMap();
  // How the empty pieces are flushed that `flush` writes.
  const flushes = new WeakMap();
  class Zlib extends Transform {
    constructor(options, mode) {
      super({ autoDestroy: true, ...options, objectMode: false, readableObjectMode: false, writableObjectMode: false });
      const settings = settingsOf(options, mode);
      state.set(this, { settings, mode, coder: coderOf(mode, settings), written: 0, isClosed: false });
      this.bytesWritten = 0;
    }

    get _closed() { return state.get(this).isClosed; }

    reset() {
      const own = state.get(this);
      if (own.isClosed) throw new Error('zlib binding closed');
      own.coder = coderOf(own.mode, own.settings);
    }

    _transform(chunk, encoding, callback) {
      this.#code(viewed(chunk), flushes.get(chunk) ?? state.get(this).settings.flush, callback);
    }

    _flush(callback) {
      this.#code(new Uint8Array(0), state.get(this).settings.finishFlush, callback);
    }

    // Output comes in pieces of the size of a chunk, and later than the call.
    #code(bytes, kind, callback) {
      queueMicrotask(() => native.nextTick(() => {
        if (this.destroyed) callback();
        else this.#run(bytes, kind, callback);
      }));
    }

    #run(bytes, kind, callback) {
      const own = state.get(this);
      let output;
      try {
        const before = native.passed(own.coder);
        output = pushed(own.mode, own.coder, bytes, kind);
        this.bytesWritten += bytes.length - (native.passed(own.coder) - before);
      } catch (error) {
        callback(error);
        return;
      }
      const { chunkSize } = own.settings;
      for (let at = 0; at < output.length; at += chunkSize) {
        this.push(Buffer.from(output.buffer, at, Math.min(chunkSize, output.length - at)));
      }
      callback();
    }

    flush(kind = undefined, callback = undefined) {
      const { full } = familyOf(state.get(this).mode);
      const [how, done] = typeof kind === 'function' ? [full, kind] : [kind ?? full, callback];
      if (this.writableFinished) {
        if (done) native.nextTick(done);
      } else if (this.writableEnded) {
        if (done) this.once('end', done);
      } else {
        // In its place among what is written.
        const mark = Buffer.alloc(0);
        flushes.set(mark, how);
        this.write(mark, () => done?.());
      }
    }

    params(level, strategy, callback) {
      integer(level, 'level', -1, 9);
      integer(strategy, 'strategy', 0, 4);
      const own = state.get(this);
      if (own.settings.level === level) {
        native.nextTick(callable(callback, 'callback'));
        return;
      }
      this.flush(Z_SYNC_FLUSH, () => {
        if (own.isClosed) return;
        own.settings.level = level;
        // As in Node, raw data keeps its level.
        if (own.mode === 'Gzip' || own.mode === 'Deflate') native.setLevel(own.coder, level);
        callback();
      });
    }

    close(callback = undefined) {
      if (callback) {
        if (this.closed) native.nextTick(callback);
        else this.once('close', callback);
      }
      this.destroy();
    }

    _destroy(error, callback) {
      const own = state.get(this);
      own.isClosed = true;
      own.coder = undefined;
      callback(error);
    }
  }

  const whole = (mode, input, options) => {
    const bytes = bytesOf(input);
    const settings = settingsOf(options, mode);
    const output = pushed(mode, coderOf(mode, settings, settings.maxOutputLength), bytes, settings.finishFlush);
    const buffer = Buffer.from(output.buffer, 0, output.length);
    if (settings.maxOutputLength < buffer.length) throw failed(new Error(`ERR_BUFFER_TOO_LARGE ${settings.maxOutputLength}`));
    return settings.isInfo ? { buffer, engine: new zlib[mode](options) } : buffer;
  };
  const zlib = {
    crc32(data, value = 0) {
      if (typeof data !== 'string' && !ArrayBuffer.isView(data)) throw wrongType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
      integer(value, 'value', 0, 2 ** 32 - 1);
      return native.crc32(typeof data === 'string' ? Buffer.from(data) : viewed(data), value);
    },
  };
  const nameOf = (mode) => mode[0].toLowerCase() + mode.slice(1);
  // As `whole`, for a callback.
  const later = (mode, input, options, callback) => {
    const [settings, done] = typeof options === 'function' ? [undefined, options] : [options, callback];
    callable(done, 'callback');
    const bytes = bytesOf(input);
    settingsOf(settings, mode);
    setImmediate(() => {
      let answer;
      try {
        answer = whole(mode, bytes, settings);
      } catch (error) {
        done(error);
        return;
      }
      done(null, answer);
    });
  };
  for (const mode of Object.keys(KINDS)) {
    const made = { [mode]: function (options) { return Reflect.construct(Zlib, [options, mode], new.target ?? made); } }[mode];
    Object.setPrototypeOf(made, Zlib);
    made.prototype = Object.create(Zlib.prototype, { constructor: { value: made, writable: true, configurable: true } });
    Object.assign(zlib, {
      [mode]: made,
      [`create${mode}`](options) { return new made(options); },
      [nameOf(mode)](buffer, options, callback) { later(mode, buffer, options, callback); },
      [`${nameOf(mode)}Sync`](buffer, options) { return whole(mode, buffer, options); },
    });
  }
  // Formats that are not here.
  for (const mode of ['BrotliCompress', 'ZstdCompress']) {
    const refused = function () {
      const format = mode.startsWith('B') ? 'Brotli' : 'Zstandard';
      throw coded(new Error(`zlib.${mode}: ${format} is only decompressed here: gzip, deflate and deflateRaw compress`), 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM');
    };
    for (const name of [mode, `create${mode}`, nameOf(mode), `${nameOf(mode)}Sync`]) zlib[name] = refused;
  }
  for (const [name, value] of [['constants', constants], ['codes', codes]]) {
    Object.defineProperty(zlib, name, { value, enumerable: true });
  }
  native.node.zlib = zlib;
})
