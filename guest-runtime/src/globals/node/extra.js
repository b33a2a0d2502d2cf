(function (native) {
  'use strict';
  // `fs-extra`: what the package of this name adds to `fs`. Every call does its work at once. A form
  // with a promise is made of the calls of `fs` with a callback, whose errors are not those of the
  // synchronous ones.
  const { part, path, checks } = native.node;
  const named = (name, task) => Object.defineProperty(task, 'name', { value: name, configurable: true });
  // With a callback as the last argument, or with a promise.
  const ofCallback = (task) => named(task.name, function (...args) {
    if (typeof args.at(-1) === 'function') return void Reflect.apply(task, this, args);
    return new Promise((resolve, reject) => {
      Reflect.apply(task, this, [...args, (error, value) => (error === null || error === undefined ? resolve(value) : reject(error))]);
    });
  });
  const ofPromise = (task) => named(task.name, function (...args) {
    if (typeof args.at(-1) !== 'function') return Reflect.apply(task, this, args);
    const done = args.pop();
    Reflect.apply(task, this, args).then((value) => done(null, value), done);
    return undefined;
  });
  const ifAny = (work) => {
    try {
      return work();
    } catch {
      return undefined;
    }
  };
  const isWithin = (folder, given) => {
    const [above, below] = [folder, given].map((one) => path.resolve(one).split('/').filter(Boolean));
    return above.every((part, index) => below[index] === part);
  };
  // What waits for nothing but the filter yields what the filter gave.
  const atOnce = (steps) => {
    let step = steps.next();
    while (!step.done) step = steps.next(step.value);
    return step.value;
  };
  const later = async (steps) => {
    let step = steps.next();
    while (!step.done) {
      try {
        step = steps.next(await step.value);
      } catch (error) {
        step = steps.throw(error);
      }
    }
    return step.value;
  };

  const checksOf = (fs, isSync) => {
    const statsOf = (given, isFollowed) => (isFollowed ? fs.stat : fs.lstat)(given);
    const statsIfAny = (given, isFollowed) => {
      try {
        return statsOf(given, isFollowed);
      } catch (error) {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }
    };
    const realOf = (given) => fs.nativeRealpath(given);
    // The same for two names of one entry: there are no hard links.
    const identityOf = (given, stats) =>
      (stats.isSymbolicLink() ? path.join(realOf(path.dirname(given)), path.basename(given)) : realOf(given));
    const within = (src, dest, verb) => new Error(`Cannot ${verb} '${src}' to a subdirectory of itself, '${dest}'.`);
    const checkPaths = (src, dest, verb, isFollowed) => {
      // With a promise both are asked for at the same time: what is no path fails first.
      if (!isSync) for (const one of [src, dest]) checks.pathOf(one);
      const from = statsOf(src, isFollowed), to = statsIfAny(dest, isFollowed);
      if (to) {
        if (identityOf(src, from) === identityOf(dest, to)) throw new Error('Source and destination must not be the same.');
        if (from.isDirectory() && !to.isDirectory()) throw new Error(`Cannot overwrite non-directory '${dest}' with directory '${src}'.`);
        if (!from.isDirectory() && to.isDirectory()) throw new Error(`Cannot overwrite directory '${dest}' with non-directory '${src}'.`);
      }
      if (from.isDirectory() && isWithin(src, dest)) throw within(src, dest, verb);
      return { from, to };
    };
    // Links may lead from the target back into the source.
    const checkFolders = (src, from, dest, verb) => {
      const parent = path.resolve(path.dirname(src));
      let below = dest;
      let folder = path.resolve(path.dirname(dest));
      while (folder !== parent && folder !== '/') {
        if (statsIfAny(folder, true) && realOf(folder) === identityOf(src, from)) throw within(src, below, verb);
        [below, folder] = [folder, path.dirname(folder)];
      }
    };
    return { statsOf, statsIfAny, checkPaths, checkFolders };
  };

  // How far an entry of a folder comes that is copied together with the others. What fails in an
  // earlier step fails before the rest, and what lies deeper is some steps behind.
  const FILTERED = 0, CHECKED = 1, COPIED = 2, STEPS = 3;

  const copyOf = (fs, makeFolder, { statsOf, checkPaths, checkFolders }, isSync) => {
    const copyFile = (from, to, src, dest, options) => {
      if (to && !options.overwrite) {
        if (options.errorOnExist) throw new Error(`'${dest}' already exists`);
        return;
      }
      if (to) fs.unlink(dest);
      fs.copyFile(src, dest);
      if (options.preserveTimestamps) {
        const { atime, mtime } = fs.stat(src);
        fs.utimes(dest, atime, mtime);
      }
      fs.chmod(dest, from.mode);
    };
    const targetIfLink = (given) => {
      try {
        return fs.readlink(given);
      } catch (error) {
        if (error.code === 'EINVAL') return undefined;
        throw error;
      }
    };
    const copyLink = (to, src, dest, { dereference }) => {
      const resolved = (target) => (dereference ? path.resolve(target) : target);
      const target = resolved(fs.readlink(src));
      const before = to && targetIfLink(dest);
      if (before !== undefined) {
        const old = resolved(before);
        if (target !== old && isWithin(target, old)) throw new Error(`Cannot copy '${target}' to a subdirectory of itself, '${old}'.`);
        if (target !== old && isWithin(old, target)) throw new Error(`Cannot overwrite '${old}' with '${target}'.`);
        fs.unlink(dest);
      }
      fs.symlink(target, dest);
    };
    const namesOf = function* (folder) {
      const dir = fs.opendir(folder);
      try {
        for (let entry = dir.readSync(); entry !== null; entry = dir.readSync()) yield entry.name;
      } finally {
        dir.closeSync();
      }
    };
    function* copyFolder(from, to, src, dest, options, depth) {
      if (!to) fs.mkdir(dest);
      const failedBefore = options.failures.length;
      for (const name of namesOf(src)) {
        const [source, target] = [path.join(src, name), path.join(dest, name)];
        let step = FILTERED;
        try {
          if (options.filter && !(yield options.filter(source, target))) continue;
          step = CHECKED;
          const { to: old } = checkPaths(source, target, 'copy', options.dereference);
          step = COPIED;
          yield* copyEntry(old, source, target, options, depth + 1);
        } catch (error) {
          // The other entries are copied all the same, where they are copied at the same time.
          if (isSync) throw error;
          options.failures.push({ error, at: depth * STEPS + step });
        }
      }
      if (!to && options.failures.length === failedBefore) fs.chmod(dest, from.mode);
    }
    function* copyEntry(to, src, dest, options, depth) {
      const from = statsOf(src, options.dereference);
      if (from.isDirectory()) yield* copyFolder(from, to, src, dest, options, depth);
      else if (from.isSymbolicLink()) copyLink(to, src, dest, options);
      else copyFile(from, to, src, dest, options);
    }
    return function* copy(src, dest, given) {
      const named = typeof given === 'function' ? { filter: given } : given;
      const clobber = 'clobber' in named ? Boolean(named.clobber) : true;
      const overwrite = 'overwrite' in named ? Boolean(named.overwrite) : clobber;
      const options = { ...named, overwrite, failures: [] };
      const { from, to } = checkPaths(src, dest, 'copy', options.dereference);
      checkFolders(src, from, dest, 'copy');
      if (options.filter && !(yield options.filter(src, dest))) return;
      if (!fs.exists(path.dirname(dest))) makeFolder(path.dirname(dest));
      yield* copyEntry(to, src, dest, options, 0);
      if (options.failures.length > 0) throw options.failures.reduce((first, one) => (one.at < first.at ? one : first)).error;
    };
  };

  // JSON.
  const stringified = (value, { EOL = '\n', finalEOL = true, replacer = null, spaces } = {}) => {
    const json = JSON.stringify(value, replacer, spaces);
    if (json === undefined) throw new TypeError(`Converting ${typeof value} value to JSON is not supported`);
    return json.replaceAll('\n', EOL) + (finalEOL ? EOL : '');
  };
  const readingOptions = (options) => {
    const given = typeof options === 'string' ? { encoding: options } : options;
    return { given, isThrown: 'throws' in given ? given.throws : true };
  };
  const parsed = (data, { reviver }) => {
    const content = data.toString('utf8');
    return JSON.parse(content.startsWith('\ufeff') ? content.slice(1) : content, reviver);
  };
  const orNull = (work, file, isThrown) => {
    try {
      return work();
    } catch (error) {
      if (!isThrown) return null;
      error.message = `${file}: ${error.message}`;
      throw error;
    }
  };

  // Links that are made with their folder. Where an error has words of its own, the form with a
  // promise has others.
  const linksOf = (fs, makeFolder, { statsIfAny }, isSync) => {
    const asked = (given, name) => {
      try {
        return fs.lstat(given);
      } catch (error) {
        error.message = error.message.replace('lstat', name);
        throw error;
      }
    };
    const withFolder = (given, make) => {
      const folder = path.dirname(given);
      if (!fs.exists(folder)) makeFolder(folder);
      return make();
    };
    const realIfAny = (given) => ifAny(() => fs.nativeRealpath(given));
    const link = (src, dest) => {
      const target = ifAny(() => fs.lstat(dest));
      asked(src, 'ensureLink');
      if (target && !target.isSymbolicLink() && realIfAny(src) === realIfAny(dest)) return undefined;
      return withFolder(dest, () => fs.link(src, dest));
    };
    const checkTarget = (src) => {
      if (!isSync) asked(src, 'ensureSymlink');
      else if (!fs.exists(src)) throw new Error(`${path.isAbsolute(src) ? 'absolute' : 'relative'} srcpath does not exist`);
    };
    // A relative target counts from the link's folder, or from the working directory.
    const targetOf = (src, dest) => {
      // A function in the last place is taken for a callback, and no target is left.
      if (!isSync && typeof dest === 'function') throw new TypeError('The path of the link is a function');
      if (path.isAbsolute(src)) {
        checkTarget(src);
        return src;
      }
      const folder = path.dirname(dest);
      if (fs.exists(path.join(folder, src))) return src;
      checkTarget(src);
      return path.relative(folder, src);
    };
    const isLinkTo = (dest, src) => {
      const besides = path.isAbsolute(src) ? undefined : realIfAny(path.join(path.dirname(dest), src));
      const source = besides ?? (fs.stat(src), fs.nativeRealpath(src));
      return statsIfAny(dest, true) !== undefined && source === realIfAny(dest);
    };
    const symlink = (src, dest, type) => {
      if (ifAny(() => fs.lstat(dest))?.isSymbolicLink() && isLinkTo(dest, src)) return undefined;
      const target = targetOf(src, dest);
      return withFolder(dest, () => fs.symlink(target, dest, type || undefined));
    };
    return { link, symlink };
  };

  const functionsOf = (fs, isSync) => {
    const makeFolder = (folder, options) => {
      const mode = typeof options === 'number' ? options : { mode: 0o777, ...options }.mode;
      return fs.mkdir(folder, { mode, recursive: true });
    };
    const remove = (given) => fs.rm(given, { recursive: true, force: true });
    const checksOfPaths = checksOf(fs, isSync);
    const { statsIfAny, checkPaths, checkFolders } = checksOfPaths;
    const copying = copyOf(fs, makeFolder, checksOfPaths, isSync);
    const { link, symlink } = linksOf(fs, makeFolder, checksOfPaths, isSync);
    const emptyDir = (folder) => {
      let names;
      try {
        names = fs.readdir(folder);
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
        return makeFolder(folder);
      }
      const answers = names.map((name) => remove(path.join(folder, name)));
      return isSync ? undefined : answers;
    };
    const createFile = (file) => {
      if (ifAny(() => fs.stat(file))?.isFile()) return;
      const folder = path.dirname(file);
      const stats = statsIfAny(folder, true);
      if (!stats) makeFolder(folder);
      // Which fails.
      else if (!stats.isDirectory()) fs.readdir(folder);
      fs.writeFile(file, '');
    };
    const outputFile = (file, data, options = 'utf-8') => {
      const folder = path.dirname(file);
      if (!fs.exists(folder)) makeFolder(folder);
      fs.writeFile(file, data, options);
    };
    const move = (src, dest, options) => {
      const isReplaced = options.overwrite || options.clobber || false;
      checkFolders(src, checkPaths(src, dest, 'move', options.dereference).from, dest, 'move');
      const folder = path.dirname(dest);
      if (folder !== '/') makeFolder(folder);
      if (isReplaced) remove(dest);
      else if (fs.exists(dest)) throw new Error('dest already exists.');
      fs.rename(src, dest);
    };
    const readJson = (file, options) => {
      const { given, isThrown } = readingOptions(options);
      if (isSync) return orNull(() => parsed(fs.readFile(file, given), given), file, isThrown);
      const data = fs.readFile(file, given);
      return orNull(() => parsed(data, given), file, isThrown);
    };
    const writeJson = (file, value, options) => fs.writeFile(file, stringified(value, options), options);
    const outputJson = (file, value, options) => outputFile(file, stringified(value, options), options);
    return { makeFolder, remove, copying, link, symlink, emptyDir, createFile, outputFile, move, readJson, writeJson, outputJson };
  };

  // The functions of `fs` that are given with promises too.
  const PROMISED = [
    'access', 'appendFile', 'chmod', 'chown', 'copyFile', 'cp', 'glob', 'lchown', 'link', 'lstat', 'lutimes', 'mkdir', 'mkdtemp',
    'opendir', 'readdir', 'readFile', 'readlink', 'realpath', 'rename', 'rm', 'rmdir', 'stat', 'symlink', 'truncate', 'unlink', 'utimes',
    'writeFile',
  ];
  const ALIASES = {
    emptyDir: ['emptydir'],
    createFile: ['ensureFile'],
    createLink: ['ensureLink'],
    createSymlink: ['ensureSymlink'],
    mkdirs: ['mkdirp', 'ensureDir'],
    readJson: ['readJSON'],
    writeJson: ['writeJSON'],
    outputJson: ['outputJSON'],
  };
  const { fs } = part('fs');
  const { SYNC, CALLBACK } = native.node.operations;
  const now = functionsOf(native.node.inForm(SYNC), true);
  const soon = functionsOf(native.node.inForm(CALLBACK), false);
  const extra = Object.create(Object.getPrototypeOf(fs), Object.getOwnPropertyDescriptors(fs));
  // What `state` has under the same name stays as it is.
  const add = (name, value) => Object.defineProperty(extra, name, { value, writable: true, enumerable: true, configurable: true });
  for (const name of PROMISED.filter((one) => Object.hasOwn(fs, one))) add(name, ofCallback(fs[name]));
  extra.realpath.native = ofCallback(fs.realpath.native);
  // Those of open files, which are made when they are first asked for.
  const OF_DESCRIPTORS = ['close', 'fchmod', 'fchown', 'fdatasync', 'fstat', 'fsync', 'ftruncate', 'futimes', 'open', 'read', 'readv', 'write', 'writev'];
  for (const name of OF_DESCRIPTORS) {
    const get = () => {
      const task = fs[name], waited = task[Symbol.for('nodejs.util.promisify.custom')];
      if (waited === undefined) return ofCallback(task);
      return named(name, (...args) => (typeof args.at(-1) === 'function' ? task(...args) : waited(...args)));
    };
    Object.defineProperty(extra, name, { get, enumerable: true, configurable: true });
  }
  add('exists', function exists(given, callback) {
    if (typeof callback === 'function') return fs.exists(given, callback);
    return new Promise((resolve) => { fs.exists(given, resolve); });
  });
  const put = (name, waiting, immediate) => {
    const [promised, sync] = [ofPromise(named(name, waiting)), named(`${name}Sync`, immediate)];
    for (const each of [name, ...(ALIASES[name] ?? [])]) {
      add(each, promised);
      add(`${each}Sync`, sync);
    }
  };
  put('copy', async (src, dest, options = {}) => later(soon.copying(src, dest, options)), (src, dest, options) => atOnce(now.copying(src, dest, options || {})));
  put('emptyDir', async (folder) => soon.emptyDir(folder), now.emptyDir);
  put('createFile', async (file) => soon.createFile(file), now.createFile);
  put('createLink', async (src, dest) => soon.link(src, dest), now.link);
  put('createSymlink', async (src, dest, type) => soon.symlink(src, dest, type), now.symlink);
  put('mkdirs', async (folder, options) => soon.makeFolder(folder, options), now.makeFolder);
  put('move', async (src, dest, options = {}) => soon.move(src, dest, options), (src, dest, options) => now.move(src, dest, options || {}));
  put('outputFile', async (file, data, options) => soon.outputFile(file, data, options), now.outputFile);
  put('readJson', async (file, options = {}) => soon.readJson(file, options), (file, options = {}) => now.readJson(file, options));
  put('writeJson', async (file, value, options = {}) => soon.writeJson(file, value, options), (file, value, options = {}) => now.writeJson(file, value, options));
  put('outputJson', async (file, value, options = {}) => soon.outputJson(file, value, options), now.outputJson);
  add('pathExists', ofPromise(function pathExists(given) {
    // A function is taken for a callback of `access`, which has no path then.
    if (typeof given === 'function') checks.pathOf(given);
    return Promise.resolve(fs.existsSync(given));
  }));
  add('pathExistsSync', fs.existsSync);
  add('remove', ofCallback(function remove(given, callback) {
    // A function alone is the path here, and is refused before a callback is missed.
    checks.pathOf(given);
    fs.rm(given, { recursive: true, force: true }, callback);
  }));
  add('removeSync', function removeSync(given) { now.remove(given); });
  native.node.extra = extra;
})
