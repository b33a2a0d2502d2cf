(function (native) {
  'use strict';
  const { coded, path, Buffer } = native.node;
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

  Object.assign(native.node, { fs, promises });
})
