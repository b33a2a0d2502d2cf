(function (native) {
  'use strict';
  const { hide, text, path, fileURLToPath, pathToFileURL, part, util, assert, events } = native.node;
  // What is read and written of the process: nothing of the machine.
  const own = (holder, name, value) => {
    Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  const process = {
    execArgv: [],
    platform: 'linux',
    pid: 1,
    title: 'isolate',
    // Libraries compare it; by `versions.node` they look for what only a process has.
    version: 'v24.0.0',
    versions: {},
    cwd: () => native.directory(),
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
  Object.defineProperty(process, 'env', {
    get() {
      const env = {}, given = native.environment();
      for (let index = 0; index < given.length; index += 2) env[given[index]] = given[index + 1];
      return own(process, 'env', env);
    },
    set(value) { own(process, 'env', value); },
    enumerable: true,
    configurable: true,
  });
  for (const name of ['stdout', 'stderr', 'stdin']) {
    Object.defineProperty(process, name, {
      get() {
        const { stdio } = part('stdio');
        return own(process, name, name === 'stdin' ? stdio.input() : stdio[name]);
      },
      set(value) { own(process, name, value); },
      enumerable: true,
      configurable: true,
    });
  }
  // As a rule nothing is passed. A module that asks whether it is the main one looks at the place of its name.
  Object.defineProperty(process, 'argv', {
    get() {
      const given = native.commandLine();
      return own(process, 'argv', given ?? Object.setPrototypeOf([], Object.create(Array.prototype, { 1: { value: '/main.js', writable: true } })));
    },
    set(value) { own(process, 'argv', value); },
    enumerable: true,
    configurable: true,
  });
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
    crypto: () => part('crypto').crypto,
    stream: () => part('stream').streams.Stream,
    'stream/promises': () => part('stream').streams.promises,
    string_decoder: () => ({ StringDecoder: part('strings').StringDecoder }),
    querystring: () => part('querystring').querystring,
    'path/win32': () => part('win32').win32,
    readline: () => part('readline').readline,
    'readline/promises': () => part('readline').readline.promises,
    worker_threads: () => part('channels').workerThreads,
    console: () => Object.assign(Object.create(console), console),
    constants: () => ({ ...part('os').os.constants.errno, ...part('os').os.constants.signals, ...part('fs').fs.constants }),
    sys: () => require('util'),
    'util/types': () => require('util').types,
    tty: () => ({ isatty: () => false }),
    perf_hooks: () => ({ performance }),
    async_hooks: () => part('async-hooks').asyncHooks,
    zlib: () => part('zlib').zlib,
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
  // For the parts, whatever a program makes of the global.
  native.node.require = require;
  Object.assign(require, native.requireOf('/main.js'));
  native.setPackages((name) => part('packages').packageOf(name));
  hide(globalThis, 'process', process);
  lazily('fs', () => part('fs').fs);
  lazily('Buffer', () => part('buffers').Buffer);
  for (const name of Object.values(STREAMS).flat()) lazily(name, () => streamClass(name));
  for (const name of ['MessageChannel', 'MessagePort', 'MessageEvent']) lazily(name, () => part('channels').channels[name]);
  Object.defineProperty(path, 'win32', { get: () => part('win32').win32, enumerable: true, configurable: true });
  // What `promisify` gives for a timer is the one that is waited for.
  for (const timer of [setTimeout, setImmediate]) {
    Object.defineProperty(timer, Symbol.for('nodejs.util.promisify.custom'), { get: () => part('timers').timers.promises[timer.name], configurable: true });
  }
  hide(globalThis, 'require', require);
  hide(globalThis, '__dirname', '/');
})
