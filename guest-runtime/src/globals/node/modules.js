(function (native) {
  'use strict';
  const { hide, text, coded, callable, integer, outOfRange, path, fileURLToPath, pathToFileURL, part, viewed, wrongType, util, assert, events } = native.node;
  // What is read and written of the process: nothing of the machine.
  const stream = (isOfErrors) => ({
    isTTY: false,
    write(chunk, encoding = undefined, callback = undefined) {
      if (chunk === null) throw coded(new TypeError('May not write null values to stream'), 'ERR_STREAM_NULL_VALUES');
      if (typeof chunk !== 'string' && !ArrayBuffer.isView(chunk)) {
        throw wrongType('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', chunk);
      }
      const isPlain = typeof chunk === 'string' && typeof encoding !== 'string';
      native.writeText(isOfErrors, isPlain ? chunk : part('buffers').Buffer.from(typeof chunk === 'string' ? chunk : viewed(chunk), encoding).toString());
      const done = typeof encoding === 'function' ? encoding : callback;
      if (typeof done === 'function') native.nextTick(done);
      return true;
    },
  });
  const process = {
    env: {},
    // Nothing is passed. A module that asks whether it is the main one looks at the place of its name.
    argv: Object.setPrototypeOf([], Object.create(Array.prototype, { 1: { value: '/main.js', writable: true } })),
    execArgv: [],
    platform: 'linux',
    pid: 1,
    title: 'isolate',
    versions: {},
    stdout: stream(false),
    stderr: stream(true),
    cwd: () => '/',
    uptime: () => performance.now() / 1000,
    nextTick: native.nextTick,
    hrtime: Object.assign(([s, n] = [0, 0]) => {
      const nanos = Math.round(performance.now() * 1e6) - s * 1e9 - n;
      return [Math.floor(nanos / 1e9), nanos - Math.floor(nanos / 1e9) * 1e9];
    }, { bigint: () => BigInt(Math.round(performance.now() * 1e6)) }),
    on: (event, handler) => { native.onEvent(event, handler); return process; },
    once(event, handler) {
      const first = (...args) => { native.offEvent(event, first); return handler(...args); };
      return process.on(event, first);
    },
    off: (event, handler) => { native.offEvent(event, handler); return process; },
    emitWarning: (warning) => console.warn(`${warning?.message ?? warning}`),
    exit: (code = undefined) => native.exit(code),
  };
  process.addListener = process.on;
  process.removeListener = process.off;
  let exitCode;
  Object.defineProperty(process, 'exitCode', {
    get: () => exitCode,
    set(code) { exitCode = native.setExitCode(code); },
    enumerable: true,
    configurable: true,
  });

  // What a program first asks for by a global.
  const lazily = (name, made) => Object.defineProperty(globalThis, name, {
    get() {
      const value = made();
      hide(globalThis, name, value);
      return value;
    },
    set(value) { hide(globalThis, name, value); },
    enumerable: false,
    configurable: true,
  });

  // The streams of the web, by the part that makes them.
  const STREAMS = {
    streams: ['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamDefaultController'],
    'streams/byte': ['ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableByteStreamController'],
    'streams/writable': ['WritableStream', 'WritableStreamDefaultWriter', 'WritableStreamDefaultController'],
    'streams/transform': ['TransformStream', 'TransformStreamDefaultController'],
    'streams/strategies': ['ByteLengthQueuingStrategy', 'CountQueuingStrategy'],
    'streams/text': ['TextEncoderStream', 'TextDecoderStream'],
    'streams/compression': ['CompressionStream', 'DecompressionStream'],
  };
  const streamClass = (name) => {
    part('streams');
    part(Object.keys(STREAMS).find((key) => STREAMS[key].includes(name)));
    return native.streams.classes[name];
  };
  const webStreams = () => {
    const made = {};
    for (const name of Object.values(STREAMS).flat()) {
      Object.defineProperty(made, name, { get: () => streamClass(name), enumerable: true, configurable: true });
    }
    return made;
  };

  // Modules that are known by name.
  const hashed = (algorithm, begun = []) => {
    const { Buffer } = part('buffers');
    const parts = [...begun];
    let isOver = false;
    const open = (message) => { if (isOver) throw coded(new Error(message), 'ERR_CRYPTO_HASH_FINALIZED'); };
    const made = {
      update(value, encoding = undefined) {
        open('Digest already called');
        if (typeof value !== 'string' && !ArrayBuffer.isView(value)) {
          throw wrongType('data', 'of type string or an instance of Buffer, TypedArray, or DataView', value);
        }
        // A copy, since the program may fill its bytes anew.
        parts.push(Buffer.from(typeof value === 'string' ? value : viewed(value), encoding));
        return made;
      },
      digest(encoding = undefined) {
        open('Digest already called');
        isOver = true;
        const whole = Buffer.from(native.digest(algorithm, Buffer.concat(parts)));
        return encoding === undefined || encoding === 'buffer' ? whole : whole.toString(encoding);
      },
      copy() {
        open('Digest already called');
        return hashed(algorithm, parts);
      },
    };
    return made;
  };
  // What is given to a callback, if there is one, behind the error that there is not.
  const given = (value, callback, none) => {
    if (callback === undefined) return value;
    native.nextTick(callable(callback, 'callback'), none, value);
    return undefined;
  };
  const randomInt = (...args) => {
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
    const [least, end] = args.length < 2 ? [0, args[0]] : args;
    integer(least, 'min');
    integer(end, 'max');
    if (end <= least) throw outOfRange('max', `greater than the value of "min" (${least})`, end);
    return given(least + Math.floor(Math.random() * (end - least)), callback, undefined);
  };
  const areSameBytes = (left, right) => {
    const [one, other] = [viewed(left), viewed(right)];
    if (one.length !== other.length) throw coded(new RangeError('Input buffers must have the same byte length'), 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH');
    return one.every((byte, index) => byte === other[index]);
  };
  const DIGESTS = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };
  const modules = {
    fs: () => part('fs').fs,
    'fs/promises': () => part('fs').promises,
    'fs-extra': () => part('extra').extra,
    path: () => path,
    'path/posix': () => path,
    buffer: () => part('buffers').bufferModule,
    process: () => process,
    url: () => ({ URL, URLSearchParams, fileURLToPath, pathToFileURL }),
    os: () => part('os').os,
    util: () => util(),
    assert,
    'assert/strict': () => require('assert').strict,
    events,
    module: () => ({
      createRequire: (from) => native.requireOf(`${from}`.startsWith('file:') ? fileURLToPath(from) : `${from}`),
      isBuiltin: (name) => Object.hasOwn(modules, name.startsWith('node:') ? name.slice(5) : name),
      builtinModules: Object.keys(modules),
    }),
    crypto: () => ({
      webcrypto: crypto,
      subtle: crypto.subtle,
      randomUUID: () => crypto.randomUUID(),
      getRandomValues: (array) => crypto.getRandomValues(array),
      randomBytes: (count, callback = undefined) => given(crypto.getRandomValues(part('buffers').Buffer.alloc(count)), callback, null),
      randomInt,
      timingSafeEqual: areSameBytes,
      getHashes: () => Object.keys(DIGESTS),
      createHash(name) {
        const algorithm = DIGESTS[`${name}`.toLowerCase().replace('-', '')];
        if (!algorithm) throw new Error(`There is no digest '${name}' in programs, only ${Object.keys(DIGESTS).join(', ')}; await state.hashFile(path, { algorithm }) takes md5 too`);
        return hashed(algorithm);
      },
    }),
    perf_hooks: () => ({ performance }),
    'stream/web': () => webStreams(),
    'stream/consumers': () => part('streams/consumers').consumers,
    timers: () => part('timers').timers,
    'timers/promises': () => part('timers').timers.promises,
  };
  const loaded = {};
  const { require } = {
    require(name) {
      const known = text(name, 'id').startsWith('node:') ? name.slice(5) : name;
      if (!Object.hasOwn(modules, known) || native.given(name)) {
        return native.required(name);
      }
      if (!Object.hasOwn(loaded, known)) {
        loaded[known] = modules[known]();
        if (!Object.hasOwn(loaded[known], 'default')) hide(loaded[known], 'default', loaded[known]);
      }
      return loaded[known];
    },
  };
  Object.assign(require, native.requireOf('/main.js'));
  native.setPackages((name) => part('packages').packageOf(name));
  hide(globalThis, 'process', process);
  lazily('fs', () => part('fs').fs);
  lazily('Buffer', () => part('buffers').Buffer);
  for (const name of Object.values(STREAMS).flat()) lazily(name, () => streamClass(name));
  // What `promisify` gives for a timer is the one that is waited for.
  for (const timer of [setTimeout, setImmediate]) {
    Object.defineProperty(timer, Symbol.for('nodejs.util.promisify.custom'), { get: () => part('timers').timers.promises[timer.name], configurable: true });
  }
  hide(globalThis, 'require', require);
  hide(globalThis, '__dirname', '/');
})
