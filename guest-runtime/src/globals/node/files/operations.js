(function (native) {
  'use strict';
  const { part, coded, path, checks, entries } = native.node;
  const { system, systemIfAny, operations: op } = native;
  const {
    wrongType, boolean, object, integer, oneOf, given, pathOf, textOf, optionsOf, checkAborted, encoded, modeOf, smallMode, flagsOf,
    secondsOf, dataOf, systemError, ruleError,
  } = checks;
  const { Dir, statsOf, dirents } = entries;

  // Each of these checks its arguments and does its work at once; forms with promises and callbacks
  // are made of them. The last parameter says which form is meant, where Node's differ.
  const SYNC = 0, CALLBACK = 1, PROMISE = 2;
  const FILE_MODE = 0o666, DIRECTORY_MODE = 0o777;
  const CREATE = 0o100, EXCLUSIVE = 0o200, TRUNCATE = 0o1000, ACCESS = 0o3, DIRECTORY_BITS = 0o040000, TYPE_BITS = 0o170000;
  const isDirectory = (facts) => (facts[0] & TYPE_BITS) === DIRECTORY_BITS;
  const codeOf = (task) => {
    try {
      task();
      return undefined;
    } catch (error) {
      return error.code;
    }
  };
  // What is given for a path may be the number of an open file, or a handle where a promise is wanted.
  const INPUT = '/dev/stdin';
  const descriptorOf = (value, form) => {
    if (value === INPUT) return 0;
    // Node makes a number of what is given, but for a promise: what cannot be one (`10n`, a symbol) fails.
    const isNumber = typeof value === 'number' || (typeof value !== 'string' && form !== PROMISE);
    const number = isNumber ? value | 0 : undefined;
    if (isNumber) return number === value ? number : undefined;
    return form === PROMISE && native.node.FileHandle !== undefined && value instanceof native.node.FileHandle ? value.fd : undefined;
  };
  const descriptors = () => part('fs/descriptors').descriptors;

  // Reading.
  const readFile = (value, options, form) => {
    options = optionsOf(options, { flag: 'r' });
    const fd = descriptorOf(value, form);
    if (fd !== undefined) return descriptors().readFile(fd, options);
    if (form !== SYNC) checkAborted(options.signal);
    // A callback's flags are looked at before the path.
    const early = form === CALLBACK ? flagsOf(options.flag, 'options.flag') : undefined;
    const file = pathOf(value);
    const flags = early ?? flagsOf(form === PROMISE ? options.flag || 'r' : options.flag);
    if (flags !== 0) system(op.open, 'open', file, undefined, file, flags, FILE_MODE, false);
    if ((flags & ACCESS) === 1) throw systemError('EBADF', 'read');
    const { encoding } = options;
    const isText = encoding === 'utf8' || encoding === 'utf-8';
    const content = system(op.read, 'open', file, undefined, file, isText);
    if (encoding === 'buffer') {
      const unknown = coded(new TypeError('Unknown encoding: buffer'), 'ERR_UNKNOWN_ENCODING');
      // A callback is told, once the file is open.
      if (form === CALLBACK) return Promise.reject(unknown);
      if (form === PROMISE) throw unknown;
    }
    if (content === null) throw systemError('EISDIR', 'read');
    if (isText) return content;
    const bytes = part('buffers').Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    return encoding ? bytes.toString(encoding) : bytes;
  };
  const write = (file, data, flags, mode) => {
    const isWritable = (flags & ACCESS) !== 0;
    const makesParents = (flags & CREATE) !== 0;
    system(op.open, 'open', file, undefined, file, flags, mode, makesParents, isWritable ? data : undefined);
    if (!isWritable && data.length > 0) throw systemError('EBADF', 'write');
  };
  const WRITING = { encoding: 'utf8', mode: FILE_MODE, flag: 'w', flush: false };
  const writeFile = (value, data, options, form) => {
    options = optionsOf(options, WRITING);
    boolean(options.flush ?? false, 'options.flush');
    const content = dataOf(data, options.encoding);
    const fd = descriptorOf(value, form);
    if (fd !== undefined) return descriptors().writeFile(fd, data, options);
    if (form !== SYNC) checkAborted(options.signal);
    const file = pathOf(value);
    return write(file, content, flagsOf(options.flag || 'w'), modeOf(options.mode, 'mode', FILE_MODE));
  };
  const appending = (options) => {
    options = { ...optionsOf(options, { encoding: 'utf8', mode: FILE_MODE, flag: 'a' }) };
    options.flag ||= 'a';
    return options;
  };
  // What a promise of `writeFile` takes beyond: pieces, one after the other.
  const writePieces = async (value, pieces, options) => {
    options = optionsOf(options, WRITING);
    boolean(options.flush ?? false, 'options.flush');
    checkAborted(options.signal);
    const file = pathOf(value);
    const flags = flagsOf(options.flag || 'w');
    write(file, '', flags, modeOf(options.mode, 'mode', FILE_MODE));
    const parts = [];
    try {
      for await (const piece of pieces) {
        checkAborted(options.signal);
        parts.push(ArrayBuffer.isView(piece) ? dataOf(piece) : part('buffers').Buffer.from(piece, options.encoding || 'utf8'));
      }
    } finally {
      write(file, part('buffers').Buffer.concat(parts), flags & ~(CREATE | EXCLUSIVE | TRUNCATE), FILE_MODE);
    }
  };
  const truncate = (value, length = 0, form) => {
    if (form === CALLBACK) integer(length, 'len');
    const file = pathOf(value);
    const isLength = Number.isSafeInteger(length);
    system(op.open, 'open', file, undefined, file, 2, FILE_MODE, false, isLength ? Math.max(0, length) : undefined);
    integer(length, 'len');
  };

  // What is known of entries.
  const stat = (value, options = {}, form) => {
    if (form === CALLBACK && (options === null || typeof options !== 'object')) options = {};
    const file = pathOf(value);
    const { bigint, throwIfNoEntry, signal } = options;
    if (form === CALLBACK) checkAborted(signal);
    const facts = (throwIfNoEntry === false ? systemIfAny : system)(op.stat, 'stat', file, undefined, file, true);
    return facts && statsOf(facts, bigint);
  };
  // Without an entry, where that may be.
  const lstatFacts = (file, mayMiss) => {
    try {
      return system(op.stat, 'lstat', file, undefined, file, false);
    } catch (error) {
      if (mayMiss && error.code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const lstat = (value, options = {}, form) => {
    const { bigint, throwIfNoEntry } = options;
    const facts = lstatFacts(pathOf(value), form === SYNC && throwIfNoEntry === false);
    return facts && statsOf(facts, bigint);
  };
  const access = (value, mode) => {
    const file = pathOf(value);
    system(op.access, 'access', file, undefined, file, smallMode(mode));
  };
  const exists = (value) => {
    try {
      return systemIfAny(op.stat, undefined, undefined, undefined, pathOf(value), true) !== undefined;
    } catch {
      return false;
    }
  };
  const readlink = (value, options, form) => {
    const { encoding } = optionsOf(options);
    const file = pathOf(value, form === PROMISE ? 'oldPath' : 'path');
    return encoded(system(op.readlink, 'readlink', file, undefined, file), encoding);
  };
  const nativeRealpath = (value, options) => {
    const { encoding } = optionsOf(options);
    const file = pathOf(value);
    return encoded(system(op.realpath, 'realpath', file, undefined, file), encoding);
  };
  // Which step of the way does not exist: Node goes it itself, and names that step.
  const failedStep = (file) => {
    let rest = file.split('/').slice(1);
    let known = '';
    while (rest.length > 0) {
      const step = `${known}/${rest.shift()}`;
      if ((lstatFacts(step)[0] & TYPE_BITS) !== 0o120000) {
        known = step;
        continue;
      }
      system(op.stat, 'stat', step, undefined, step, true);
      const target = system(op.readlink, 'readlink', step, undefined, step);
      rest = path.resolve(known || '/', target, ...rest).split('/').slice(1);
      known = '';
    }
  };
  const realpath = (value, options) => {
    const { encoding } = optionsOf(options);
    const file = path.resolve(pathOf(typeof value === 'string' || value?.href ? value : `${value}`));
    try {
      return encoded(system(op.realpath, 'realpath', file, undefined, file), encoding);
    } catch (error) {
      failedStep(file);
      throw error;
    }
  };
  const chmod = (value, mode) => {
    const file = pathOf(value);
    system(op.chmod, 'chmod', file, undefined, file, modeOf(mode, 'mode'));
  };
  // Nobody owns files: the owner is checked, and forgotten.
  const ownerSetter = (syscall, follows) => (value, uid, gid) => {
    const file = pathOf(value);
    integer(uid, 'uid', -1, 0xffffffff);
    integer(gid, 'gid', -1, 0xffffffff);
    system(op.stat, syscall, file, undefined, file, follows);
  };
  const timeSetter = (syscall, follows) => (value, atime, mtime) => {
    const file = pathOf(value);
    secondsOf(atime);
    system(op.utimes, syscall, file, undefined, file, secondsOf(mtime) * 1000, follows);
  };

  // Directories.
  const parentOf = (file) => {
    let end = file.lastIndexOf('/');
    while (end > 1 && file[end - 1] === '/') end -= 1;
    return end < 0 ? '' : file.slice(0, Math.max(end, 1));
  };
  // A recursive `mkdir` that fails has changed nothing. Node goes its way directory by directory: what
  // it makes before it fails stays, and a promise and a callback name the directory that fails.
  const STEPPED = ['ENOENT', 'EEXIST', 'ENOTDIR', 'ELOOP'];
  const makeStepByStep = (file, bits, form) => {
    const pending = [file];
    const entered = [];
    while (pending.length > 0) {
      const next = pending.pop();
      const named = form === SYNC ? file : next;
      try {
        system(op.mkdir, 'mkdir', named, undefined, next, bits, false);
        continue;
      } catch (error) {
        const above = parentOf(next);
        if (error.code === 'ENOENT' && above !== '' && !entered.includes(next)) {
          entered.push(next);
          pending.push(next, above);
          continue;
        }
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw error;
        const isOnTheWay = error.code === 'EEXIST' && pending.length > 0;
        const noDirectory = () => systemError('ENOTDIR', 'mkdir', named);
        let facts;
        try {
          facts = system(op.stat, 'mkdir', named, undefined, next, true);
        } catch (missing) {
          throw isOnTheWay && form !== SYNC ? noDirectory() : missing;
        }
        if (!isDirectory(facts)) throw isOnTheWay ? noDirectory() : systemError('EEXIST', 'mkdir', named);
      }
    }
  };
  const mkdir = (value, options, form) => {
    const isMode = typeof options === 'number' || typeof options === 'string';
    const { recursive = false, mode = DIRECTORY_MODE } = (isMode ? { mode: options } : options) || {};
    // A promise looks at the path first.
    const early = form === PROMISE ? pathOf(value) : undefined;
    boolean(recursive, 'options.recursive');
    const bits = isMode || form === PROMISE ? modeOf(mode, 'mode', DIRECTORY_MODE) : modeOf(mode, 'options.mode');
    const file = early ?? pathOf(value);
    try {
      return system(op.mkdir, 'mkdir', file, undefined, file, bits, recursive) ?? undefined;
    } catch (error) {
      if (recursive && STEPPED.includes(error.code)) makeStepByStep(file, bits, form);
      throw error;
    }
  };
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const mkdtemp = (value, options) => {
    const { encoding } = optionsOf(options);
    const prefix = pathOf(value, 'prefix');
    if (prefix === '') throw systemError('EINVAL', 'mkdtemp', 'XXXXX');
    for (;;) {
      const random = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => LETTERS[byte % LETTERS.length]);
      const made = prefix + random.join('');
      try {
        system(op.mkdir, 'mkdtemp', `${prefix}XXXXXX`, undefined, made, 0o700, false);
        return encoded(made, encoding);
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
    }
  };
  const opendir = (value, options, form) => {
    const base = given(value);
    const file = textOf(base);
    const { encoding, recursive, bufferSize } = optionsOf(options, { encoding: 'utf8' });
    // A synchronous call names no path in its error.
    const named = form === SYNC ? undefined : file;
    const pairs = system(op.readdir, 'opendir', named, undefined, file);
    if (bufferSize !== undefined) integer(bufferSize, 'options.bufferSize', 1, 0xffffffff);
    const listed = recursive ? below(file, base, encoding, 2) : dirents(base, pairs, encoding);
    return new Dir(listed[Symbol.iterator](), base);
  };
  // The entries of directories below a directory: level by level, or the last one found first.
  const below = (file, base, encoding, order) =>
    system(op.readdirAll, 'scandir', file, undefined, file, order).flatMap(([name, pairs]) =>
      [...dirents(name === '' ? base : path.join(file, name), pairs, encoding)]);
  const readdir = (value, options, form) => {
    const { encoding, withFileTypes, recursive } = optionsOf(options);
    const base = given(value);
    const file = textOf(base);
    if (form !== PROMISE && recursive !== undefined && recursive !== null) boolean(recursive, 'options.recursive');
    if (!recursive) {
      const pairs = system(op.readdir, 'scandir', file, undefined, file);
      if (withFileTypes) return [...dirents(base, pairs, encoding)];
      return pairs.filter((_, index) => index % 2 === 0).map((name) => encoded(name, encoding));
    }
    if (withFileTypes) return below(file, base, encoding, form === PROMISE ? 2 : 0);
    const listings = system(op.readdirAll, 'scandir', file, undefined, file, form === PROMISE ? 1 : 0);
    return listings.flatMap(([name, pairs]) =>
      pairs.filter((_, index) => index % 2 === 0).map((one) => encoded(name === '' ? one : `${name}/${one}`, encoding)));
  };

  // Removing and renaming.
  const unlink = (value) => {
    const file = pathOf(value);
    system(op.unlink, 'unlink', file, undefined, file);
  };
  const rename = (from, to) => {
    const [old, made] = [pathOf(from, 'oldPath'), pathOf(to, 'newPath')];
    system(op.rename, 'rename', old, made, old, made);
  };
  const removing = (options, hasForce) => {
    const all = { recursive: false, force: false, retryDelay: 100, maxRetries: 0, ...(options === undefined ? {} : object(options, 'options')) };
    boolean(all.recursive, 'options.recursive');
    integer(all.retryDelay, 'options.retryDelay', 0, 0x7fffffff);
    integer(all.maxRetries, 'options.maxRetries', 0, 0xffffffff);
    if (hasForce) boolean(all.force, 'options.force');
    return all;
  };
  const isRuledOut = (file) => ruleError('ERR_FS_EISDIR', 'Path is a directory', 'EISDIR', 'is a directory', 'rm', file);
  const MISSING = ['ENOENT', 'ENOTDIR'];
  // How the host begins its error for a path that would match entries as a pattern.
  const AS_PATTERN = 'ENOENT: no such file or directory (as a pattern it matches ';
  // Nothing is left of a directory; one that a slash names behind a link stays, as it does in Node.
  const removeTree = (file, form) => {
    try {
      system(op.rm, 'rm', file, undefined, file);
    } catch (error) {
      // What is missing is as good as removed, but for what was meant as a pattern.
      if (error.code === 'ENOENT' && !error.message.startsWith(AS_PATTERN)) return;
      if (form !== SYNC && error.code === 'EINVAL') throw systemError('EINVAL', 'rmdir', file);
      if (error.code !== 'ENOTDIR') throw error;
      if (form === SYNC && !MISSING.includes(codeOf(() => lstatFacts(file)))) throw error;
    }
  };
  const rm = (value, options, form) => {
    // A synchronous call looks at its options first.
    const early = form === SYNC && removing(options, true);
    const file = pathOf(value);
    const { recursive, force } = early || removing(options, true);
    if (form !== SYNC || !force || !recursive) {
      const facts = lstatFacts(file, force);
      if (facts !== undefined && isDirectory(facts) && !recursive) throw isRuledOut(file);
    }
    removeTree(file, form);
  };
  const rmdir = (value, options, form) => {
    const file = pathOf(value);
    const { recursive } = removing(options, false);
    const isTree = recursive && isDirectory(form === PROMISE ? system(op.stat, 'stat', file, undefined, file, true) : lstatFacts(file));
    if (isTree) removeTree(file, form);
    else system(op.rmdir, 'rmdir', file, undefined, file);
  };

  // Links and copies.
  const symlink = (to, value, type) => {
    oneOf(type, 'type', ['dir', 'file', 'junction', null, undefined]);
    const [target, file] = [textOf(given(to, 'target')), pathOf(value)];
    system(op.symlink, 'symlink', target, file, target, file);
  };
  const link = (from, to) => {
    const [old, made] = [pathOf(from, 'existingPath'), pathOf(to, 'newPath')];
    system(op.stat, 'link', old, made, old, false);
    throw systemError('EPERM', 'link', old, made, ': there are no hard links; write fs.symlinkSync(target, path) or fs.copyFileSync(src, dest)');
  };
  const copyFile = (from, to, mode) => {
    const [src, dest] = [pathOf(from, 'src'), pathOf(to, 'dest')];
    system(op.copyFile, 'copyfile', src, dest, src, dest, (smallMode(mode) & 1) === 1);
  };

  native.node.operations = {
    SYNC, CALLBACK, PROMISE, lstatFacts, isDirectory, parentOf, codeOf, appending, writePieces, nativeRealpath,
    calls: {
      appendFile: (value, data, options, form) => writeFile(value, data, appending(options), form),
      access, chmod, chown: ownerSetter('chown', true), copyFile, exists, lchown: ownerSetter('lchown', false), link, lstat,
      lutimes: timeSetter('lutime', false), mkdir, mkdtemp, opendir, readdir, readFile, readlink, realpath, rename, rm, rmdir, stat,
      symlink, truncate, unlink, utimes: timeSetter('utime', true), writeFile,
    },
  };
})
