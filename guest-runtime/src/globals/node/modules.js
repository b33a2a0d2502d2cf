(function (native) {
  'use strict';
  const { hide, coded, text, path, Buffer, viewed, util, assert, events } = native.node;
  // What is read and written of the process: nothing of the machine.
  const stream = (write) => ({ isTTY: false, write(value) { const line = `${value}`; write(line.endsWith('\n') ? line.slice(0, -1) : line); return true; } });
  const process = {
    env: {},
    // Nothing is passed. A module that asks whether it is the main one looks at the place of its name.
    argv: Object.setPrototypeOf([], Object.create(Array.prototype, { 1: { value: '/main.js', writable: true } })),
    execArgv: [],
    platform: 'linux',
    pid: 1,
    title: 'isolate',
    versions: {},
    stdout: stream((line) => console.log(line)),
    stderr: stream((line) => console.error(line)),
    cwd: () => '/',
    uptime: () => performance.now() / 1000,
    nextTick: (task, ...args) => queueMicrotask(() => task(...args)),
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
    set(code) { native.setExitCode(code); exitCode = code; },
    enumerable: true,
    configurable: true,
  });

  // Files: `state` under the names of Node. Every call is answered at once, so that the
  // synchronous forms are the ones that do the work.
  const now = (name, ...args) => native.settled(state[name](...args));
  const found = (name, call, given) => {
    const stat = now(name, given);
    if (stat !== null) return stat;
    const error = coded(new Error(`ENOENT: no such file or directory, ${call} '${given}'`), 'ENOENT');
    error.syscall = call;
    error.path = given;
    throw error;
  };
  const COPYFILE_EXCL = 1;
  const files = {
    // Without an encoding Node gives bytes.
    readFile(given, options = undefined) {
      const encoding = typeof options === 'string' ? options : options?.encoding;
      const isNamed = typeof given === 'object' && given !== null && !(given instanceof URL);
      if (encoding !== undefined && encoding !== null || isNamed) return now('readFile', given, options);
      return Buffer.from(now('readFile', given, { ...options, encoding: 'buffer' }).buffer);
    },
    writeFile: (...args) => now('writeFile', ...args),
    appendFile: (...args) => now('appendFile', ...args),
    readdir: (...args) => now('readdir', ...args),
    mkdir: (given, options = undefined) => now('mkdir', given, typeof options === 'number' ? undefined : options),
    rm: (...args) => now('rm', ...args),
    rmdir: (...args) => now('rmdir', ...args),
    unlink: (given) => now('unlink', given),
    rename: (from, to) => now('mv', from, to),
    copyFile: (from, to, mode = 0) => now('cp', from, to, mode & COPYFILE_EXCL ? { overwrite: false } : undefined),
    cp: (...args) => now('cp', ...args),
    stat: (given, options = undefined) =>
      options?.throwIfNoEntry === false ? now('stat', given) ?? undefined : found('stat', 'stat', given),
    lstat: (given, options = undefined) =>
      options?.throwIfNoEntry === false ? now('lstat', given) ?? undefined : found('lstat', 'lstat', given),
    access(given) { found('stat', 'access', given); },
    exists: (given) => now('exists', given),
    symlink: (target, given) => now('symlink', target, given),
    readlink: (given) => now('readlink', given),
    realpath: (given) => now('realpath', given),
    truncate(given, length = 0) {
      const bytes = now('readFileBytes', given);
      const cut = new Uint8Array(length);
      cut.set(bytes.subarray(0, length));
      now('writeFileBytes', given, cut);
    },
    emptyDir(given) {
      now('mkdir', given, { recursive: true });
      for (const name of now('readdir', given)) now('rm', path.join(given, name), { recursive: true });
    },
    mkdtemp(prefix) {
      const made = `${prefix}${crypto.randomUUID().slice(0, 6)}`;
      now('mkdir', made, { recursive: true });
      return made;
    },
  };
  const fs = {};
  const promises = {};
  for (const name of Object.keys(files)) {
    const call = files[name];
    const { waiting, immediate } = {
      waiting(...args) {
        const done = typeof args.at(-1) === 'function' ? args.pop() : undefined;
        const answer = new Promise((resolve) => { resolve(call(...args)); });
        if (done === undefined) return answer;
        // A callback of Node's; `exists` has no error in front.
        answer.then((value) => (name === 'exists' ? done(value) : done(null, value)), (error) => (name === 'exists' ? done(false) : done(error)));
      },
      immediate(...args) { return call(...args); },
    };
    Object.defineProperty(waiting, 'name', { value: name, configurable: true });
    Object.defineProperty(immediate, 'name', { value: `${name}Sync`, configurable: true });
    fs[name] = promises[name] = waiting;
    fs[`${name}Sync`] = immediate;
  }
  fs.constants = promises.constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL };
  fs.promises = promises;

  // Modules that are known by name.
  const hashed = (algorithm) => {
    const parts = [];
    const made = {
      update(value, encoding = undefined) {
        parts.push(typeof value === 'string' ? Buffer.from(value, encoding) : viewed(value));
        return made;
      },
      digest(encoding = undefined) {
        const bytes = native.digest(algorithm, Buffer.concat(parts));
        const whole = Buffer.from(bytes);
        return encoding === undefined ? whole : whole.toString(encoding);
      },
    };
    return made;
  };
  const DIGESTS = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };
  const modules = {
    fs: () => fs,
    'fs/promises': () => promises,
    'fs-extra': () => fs,
    path: () => path,
    'path/posix': () => path,
    buffer: () => ({ Buffer, Blob, File, atob, btoa }),
    process: () => process,
    url: () => ({
      URL,
      URLSearchParams,
      fileURLToPath: (url) => decodeURIComponent(new URL(url).pathname),
      pathToFileURL: (given) => new URL(`file://${path.resolve(given).split('/').map(encodeURIComponent).join('/')}`),
    }),
    os: () => ({ EOL: '\n', tmpdir: () => '/tmp', homedir: () => '/', platform: () => 'linux', type: () => 'Linux', arch: () => 'wasm32' }),
    util: () => util(fs),
    assert,
    'assert/strict': () => require('assert').strict,
    events,
    module: () => ({
      createRequire: (from) => native.requireOf(`${from}`.startsWith('file:') ? decodeURIComponent(new URL(from).pathname) : `${from}`),
      isBuiltin: (name) => Object.hasOwn(modules, name.startsWith('node:') ? name.slice(5) : name),
      builtinModules: Object.keys(modules),
    }),
    crypto: () => ({
      webcrypto: crypto,
      subtle: crypto.subtle,
      randomUUID: () => crypto.randomUUID(),
      getRandomValues: (array) => crypto.getRandomValues(array),
      randomBytes: (count) => crypto.getRandomValues(Buffer.alloc(count)),
      createHash(name) {
        const algorithm = DIGESTS[`${name}`.toLowerCase().replace('-', '')];
        if (!algorithm) throw new Error(`There is no digest '${name}' in programs, only ${Object.keys(DIGESTS).join(', ')}; await state.hashFile(path, { algorithm }) takes md5 too`);
        return hashed(algorithm);
      },
    }),
    perf_hooks: () => ({ performance }),
    timers: () => ({ setTimeout, setInterval, clearTimeout, clearInterval }),
    'timers/promises': () => ({ setTimeout: (ms, value) => new Promise((resolve) => { setTimeout(resolve, ms, value); }) }),
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
  require.resolve = native.requireOf('/main.js').resolve;
  hide(globalThis, 'process', process);
  hide(globalThis, 'fs', fs);
  hide(globalThis, 'require', require);
  hide(globalThis, '__dirname', '/');
})
