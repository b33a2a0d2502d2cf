(function (native) {
  'use strict';
  const { part, hide, coded, checks, entries, operations } = native.node;
  const { callable, secondsOf } = checks;
  const { SYNC, CALLBACK, PROMISE, calls, appending, writePieces, nativeRealpath } = operations;

  // The parameters of each call before the callback: how many are required, and how many there are.
  const PARAMETERS = {
    appendFile: [2, 3], access: [1, 2], chown: [3, 3], chmod: [2, 2], copyFile: [2, 3], cp: [2, 3], exists: [1, 1], glob: [1, 2],
    lchown: [3, 3], link: [2, 2], lstat: [1, 2], lutimes: [3, 3], mkdir: [1, 2], mkdtemp: [1, 2], opendir: [1, 2], readdir: [1, 2],
    readFile: [1, 2], readlink: [1, 2], realpath: [1, 2], rename: [2, 2], rm: [1, 2], rmdir: [1, 2], stat: [1, 2], symlink: [2, 3],
    truncate: [1, 2], unlink: [1, 1], utimes: [3, 3], writeFile: [2, 3],
  };
  const named = (name, task) => Object.defineProperty(task, 'name', { value: name, configurable: true });
  const withLength = (length, task) => Object.defineProperty(task, 'length', { value: length, configurable: true });
  // Arguments in their places, and the form that is meant behind them.
  const placed = (args, count, form) => {
    args.length = count;
    args.push(form);
    return args;
  };
  const later = (callback, ...args) => queueMicrotask(() => { Reflect.apply(callback, undefined, args); });

  // Calls that take what comes last for the callback.
  const OFTEN_LAST = ['readFile', 'writeFile', 'appendFile'];
  // A call with a callback: what it was given wrongly is thrown, what fails is told.
  const CHECKED = ['TypeError', 'RangeError'];
  const withCallback = (name, call, [required, count]) => ({
    [name](...args) {
      const isFull = name === 'symlink' && args[count] !== undefined;
      const found = isFull ? count : args.findIndex((value, index) => index >= required && index <= count && typeof value === 'function');
      const at = found < 0 ? count : found;
      const callback = callable(args[at] || (OFTEN_LAST.includes(name) ? args[at - 1] : args[at]), name === 'opendir' ? 'callback' : 'cb');
      let answer;
      try {
        answer = call(...placed(args.slice(0, at), count, CALLBACK));
      } catch (error) {
        if (CHECKED.includes(error?.name) && error.syscall === undefined) throw error;
        later(callback, error);
        return;
      }
      if (answer instanceof Promise) answer.then((value) => later(callback, null, value), (error) => later(callback, error));
      else if (answer === undefined && name !== 'stat') later(callback, null);
      else later(callback, null, answer);
    },
  })[name];
  // The parameters are written out: to gather and to spread them would take longer than most calls.
  const withPromise = (name, call, [, count]) => [
    { async [name](a) { return call(a, PROMISE); } },
    { async [name](a, b) { return call(a, b, PROMISE); } },
    { async [name](a, b, c) { return call(a, b, c, PROMISE); } },
  ][count - 1][name];
  const atOnce = (name, call, [, count]) => [
    { [name](a) { return call(a, SYNC); } },
    { [name](a, b) { return call(a, b, SYNC); } },
    { [name](a, b, c) { return call(a, b, c, SYNC); } },
  ][count - 1][name];

  const fs = {};
  const promises = {};
  const put = (name, call) => {
    const parameters = PARAMETERS[name];
    // Options with a default end the count.
    fs[name] = withLength(name === 'stat' || name === 'lstat' ? 1 : parameters[1] + 1, withCallback(name, call, parameters));
    fs[`${name}Sync`] = atOnce(`${name}Sync`, call, parameters);
    promises[name] = withPromise(name, call, parameters);
  };
  for (const name of Object.keys(calls)) put(name, calls[name]);
  // The calls by their names, in one form, for what is made of several of them.
  const inForm = (form) => {
    const all = { ...calls, nativeRealpath };
    const formed = (name) => (...args) => all[name](...placed(args, (PARAMETERS[name] ?? PARAMETERS.realpath)[1], form));
    return Object.fromEntries(Object.keys(all).map((name) => [name, formed(name)]));
  };
  // These are made when they are first called.
  const onDemand = (name) => (...args) => {
    if (operations[name] === undefined) native.load(name, native);
    return operations[name](...args);
  };
  const glob = onDemand('glob');
  put('cp', onDemand('cp'));
  put('glob', glob);

  // `exists` tells no error.
  fs.exists = function exists(path, callback) {
    callable(callback, 'cb');
    try {
      checks.pathOf(path);
    } catch {
      callback(false);
      return;
    }
    later(callback, calls.exists(path));
  };
  hide(fs.exists, Symbol.for('nodejs.util.promisify.custom'), named('exists', (path) => new Promise((resolve) => { fs.exists(path, resolve); })));
  delete promises.exists;
  fs.realpathSync.native = (path, options) => nativeRealpath(path, options);
  fs.realpath.native = withCallback('native', nativeRealpath, PARAMETERS.realpath);
  promises.realpath = withPromise('realpath', nativeRealpath, PARAMETERS.realpath);
  const isPieces = (data) => typeof data === 'object' && data !== null && !ArrayBuffer.isView(data)
    && (typeof data[Symbol.asyncIterator] === 'function' || typeof data[Symbol.iterator] === 'function');
  promises.writeFile = async function writeFile(path, data, options) {
    return isPieces(data) ? writePieces(path, data, options) : calls.writeFile(path, data, options, PROMISE);
  };
  promises.appendFile = async function appendFile(path, data, options) { return promises.writeFile(path, data, appending(options)); };
  promises.lchmod = async function lchmod() { throw coded(new Error('The lchmod() method is not implemented'), 'ERR_METHOD_NOT_IMPLEMENTED'); };
  promises.glob = { async *glob(pattern, options) { yield* glob(pattern, options); } }.glob;

  // A directory that is removed when its block ends.
  const disposable = (prefix, options, symbol) => {
    const path = calls.mkdtemp(prefix, options);
    const remove = () => { calls.rm(path, { recursive: true, force: true }, SYNC); };
    return { path, remove, [symbol]: remove };
  };
  fs.mkdtempDisposableSync = function mkdtempDisposableSync(prefix, options) { return disposable(prefix, options, Symbol.dispose); };
  promises.mkdtempDisposable = async function mkdtempDisposable(prefix, options) {
    const { path, remove } = disposable(prefix, options, Symbol.asyncDispose);
    const later = async () => { remove(); };
    return { path, remove: later, [Symbol.asyncDispose]: later };
  };

  const constants = Object.assign(Object.create(null), {
    UV_FS_SYMLINK_DIR: 1, UV_FS_SYMLINK_JUNCTION: 2, O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2,
    UV_DIRENT_UNKNOWN: 0, UV_DIRENT_FILE: 1, UV_DIRENT_DIR: 2, UV_DIRENT_LINK: 3, UV_DIRENT_FIFO: 4, UV_DIRENT_SOCKET: 5,
    UV_DIRENT_CHAR: 6, UV_DIRENT_BLOCK: 7,
    S_IFMT: 0o170000, S_IFREG: 0o100000, S_IFDIR: 0o040000, S_IFCHR: 0o020000, S_IFBLK: 0o060000, S_IFIFO: 0o010000,
    S_IFLNK: 0o120000, S_IFSOCK: 0o140000, O_CREAT: 0o100, O_EXCL: 0o200, UV_FS_O_FILEMAP: 0, O_NOCTTY: 0o400, O_TRUNC: 0o1000,
    O_APPEND: 0o2000, O_DIRECTORY: 0o200000, O_NOATIME: 0o1000000, O_NOFOLLOW: 0o400000, O_SYNC: 0o4010000, O_DSYNC: 0o10000,
    O_DIRECT: 0o40000, O_NONBLOCK: 0o4000, S_IRWXU: 0o700, S_IRUSR: 0o400, S_IWUSR: 0o200, S_IXUSR: 0o100, S_IRWXG: 0o70,
    S_IRGRP: 0o40, S_IWGRP: 0o20, S_IXGRP: 0o10, S_IRWXO: 0o7, S_IROTH: 0o4, S_IWOTH: 0o2, S_IXOTH: 0o1, F_OK: 0, R_OK: 4, W_OK: 2,
    X_OK: 1, UV_FS_COPYFILE_EXCL: 1, COPYFILE_EXCL: 1, UV_FS_COPYFILE_FICLONE: 2, COPYFILE_FICLONE: 2,
    UV_FS_COPYFILE_FICLONE_FORCE: 4, COPYFILE_FICLONE_FORCE: 4,
  });
  // What is made when it is first asked for.
  const lazily = (holder, names, make) => {
    for (const name of names) {
      Object.defineProperty(holder, name, {
        get: () => make(name),
        set(value) { Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true }); },
        enumerable: true,
        configurable: true,
      });
    }
  };
  const ON_DESCRIPTORS = ['open', 'close', 'read', 'write', 'readv', 'writev', 'fstat', 'ftruncate', 'fsync', 'fdatasync', 'fchmod', 'fchown', 'futimes'];
  lazily(fs, ON_DESCRIPTORS.flatMap((name) => [name, `${name}Sync`]), (name) => {
    part('fs/descriptors').descriptors.install(fs);
    return fs[name];
  });
  lazily(fs, ['ReadStream', 'WriteStream', 'FileReadStream', 'FileWriteStream'], (name) => part('fs/streams').fileStreams[name.replace('File', '')]);
  fs.createReadStream = function createReadStream(path, options) { return new fs.ReadStream(path, options); };
  fs.createWriteStream = function createWriteStream(path, options) { return new fs.WriteStream(path, options); };
  promises.open = async function open(path, flags, mode) {
    const { descriptors, FileHandle } = part('fs/handles');
    return new FileHandle(descriptors.calls.open(path, flags, mode));
  };
  // Nothing changes while a program runs but what it changes itself.
  const NO_WATCHING = 'nothing but the program itself changes files while it runs, so there is nothing to watch: call what is to be done after the write';
  const refuse = (name) => ({ [name]() { throw coded(new Error(`fs.${name} is not there: ${NO_WATCHING}`), 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM'); } })[name];
  for (const name of ['watch', 'watchFile']) fs[name] = refuse(name);
  fs.unwatchFile = function unwatchFile() {};
  promises.watch = fs.watch;

  const { Stats, Dirent, Dir } = entries;
  Object.assign(fs, { Stats, Dirent, Dir, _toUnixTimestamp: secondsOf });
  for (const holder of [fs, promises]) Object.defineProperty(holder, 'constants', { value: constants, enumerable: true });
  for (const name of ['F_OK', 'R_OK', 'W_OK', 'X_OK']) hide(fs, name, constants[name]);
  fs.promises = promises;
  // What `state` has beyond Node's names.
  for (const holder of [fs, promises]) Object.setPrototypeOf(holder, state);

  Object.assign(native.node, { fs, promises, inForm });
})
