(function (native) {
  'use strict';
  // `fs-extra`: what the package of this name adds to `fs`. Every call is answered at once, so that
  // the synchronous forms are the ones that do the work.
  const { part, path } = native.node;
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

  const checksOf = (fs) => {
    const statsOf = (given, isFollowed) => (isFollowed ? fs.statSync : fs.lstatSync)(given);
    const statsIfAny = (given, isFollowed) => {
      try {
        return statsOf(given, isFollowed);
      } catch (error) {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }
    };
    const realOf = (given) => fs.realpathSync.native(given);
    // The same for two names of one entry: there are no hard links.
    const identityOf = (given, stats) =>
      (stats.isSymbolicLink() ? path.join(realOf(path.dirname(given)), path.basename(given)) : realOf(given));
    const within = (src, dest, verb) => new Error(`Cannot ${verb} '${src}' to a subdirectory of itself, '${dest}'.`);
    const checkPaths = (src, dest, verb, isFollowed) => {
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

  const copyOf = (fs, makeFolder, { statsOf, checkPaths, checkFolders }) => {
    const copyFile = (from, to, src, dest, options) => {
      if (to && !options.overwrite) {
        if (options.errorOnExist) throw new Error(`'${dest}' already exists`);
        return;
      }
      if (to) fs.unlinkSync(dest);
      fs.copyFileSync(src, dest);
      if (options.preserveTimestamps) {
        const { atime, mtime } = fs.statSync(src);
        fs.utimesSync(dest, atime, mtime);
      }
      fs.chmodSync(dest, from.mode);
    };
    const targetIfLink = (given) => {
      try {
        return fs.readlinkSync(given);
      } catch (error) {
        if (error.code === 'EINVAL') return undefined;
        throw error;
      }
    };
    const copyLink = (to, src, dest, { dereference }) => {
      const resolved = (target) => (dereference ? path.resolve(target) : target);
      const target = resolved(fs.readlinkSync(src));
      const before = to && targetIfLink(dest);
      if (before !== undefined) {
        const old = resolved(before);
        if (target !== old && isWithin(target, old)) throw new Error(`Cannot copy '${target}' to a subdirectory of itself, '${old}'.`);
        if (target !== old && isWithin(old, target)) throw new Error(`Cannot overwrite '${old}' with '${target}'.`);
        fs.unlinkSync(dest);
      }
      fs.symlinkSync(target, dest);
    };
    function* copyFolder(from, to, src, dest, options) {
      if (!to) fs.mkdirSync(dest);
      const failures = [];
      for (const name of fs.readdirSync(src)) {
        const [source, target] = [path.join(src, name), path.join(dest, name)];
        try {
          if (options.filter && !(yield options.filter(source, target))) continue;
          yield* copyEntry(checkPaths(source, target, 'copy', options.dereference).to, source, target, options);
        } catch (error) {
          // The other entries are copied all the same, where they are copied at the same time.
          if (options.isSync) throw error;
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      if (!to) fs.chmodSync(dest, from.mode);
    }
    function* copyEntry(to, src, dest, options) {
      const from = statsOf(src, options.dereference);
      if (from.isDirectory()) yield* copyFolder(from, to, src, dest, options);
      else if (from.isSymbolicLink()) copyLink(to, src, dest, options);
      else copyFile(from, to, src, dest, options);
    }
    return function* copy(src, dest, given, isSync) {
      const options = typeof given === 'function' ? { filter: given } : { ...given };
      const clobber = 'clobber' in options ? Boolean(options.clobber) : true;
      options.overwrite = 'overwrite' in options ? Boolean(options.overwrite) : clobber;
      options.isSync = isSync;
      const { from, to } = checkPaths(src, dest, 'copy', options.dereference);
      checkFolders(src, from, dest, 'copy');
      if (options.filter && !(yield options.filter(src, dest))) return;
      if (!fs.existsSync(path.dirname(dest))) makeFolder(path.dirname(dest));
      yield* copyEntry(to, src, dest, options);
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
  const linksOf = (fs, makeFolder) => {
    const asked = (given, name) => {
      try {
        return fs.lstatSync(given);
      } catch (error) {
        error.message = error.message.replace('lstat', name);
        throw error;
      }
    };
    const withFolder = (given, make) => {
      const folder = path.dirname(given);
      if (!fs.existsSync(folder)) makeFolder(folder);
      return make();
    };
    const realIfAny = (given) => ifAny(() => fs.realpathSync.native(given));
    const link = (src, dest) => {
      const target = ifAny(() => fs.lstatSync(dest));
      asked(src, 'ensureLink');
      if (target && !target.isSymbolicLink() && realIfAny(src) === realIfAny(dest)) return undefined;
      return withFolder(dest, () => fs.linkSync(src, dest));
    };
    // A relative target counts from the link's folder, or from the working directory.
    const targetOf = (src, dest, isSync) => {
      const isAbsolute = path.isAbsolute(src);
      const folder = path.dirname(dest);
      if (!isAbsolute && fs.existsSync(path.join(folder, src))) return src;
      if (!isSync) asked(src, 'ensureSymlink');
      else if (!fs.existsSync(src)) throw new Error(`${isAbsolute ? 'absolute' : 'relative'} srcpath does not exist`);
      return isAbsolute ? src : path.relative(folder, src);
    };
    const symlink = (src, dest, type, isSync) => {
      if (ifAny(() => fs.lstatSync(dest))?.isSymbolicLink()) {
        const besides = path.isAbsolute(src) ? undefined : realIfAny(path.join(path.dirname(dest), src));
        const source = besides ?? (fs.statSync(src), fs.realpathSync.native(src));
        if (source === realIfAny(dest)) return undefined;
      }
      const target = targetOf(src, dest, isSync);
      return withFolder(dest, () => fs.symlinkSync(target, dest, type || undefined));
    };
    return { link, symlink };
  };

  const functionsOf = (fs) => {
    const makeFolder = (folder, options) => {
      const mode = typeof options === 'number' ? options : { mode: 0o777, ...options }.mode;
      return fs.mkdirSync(folder, { mode, recursive: true });
    };
    const remove = (given) => fs.rmSync(given, { recursive: true, force: true });
    const checks = checksOf(fs);
    const copying = copyOf(fs, makeFolder, checks);
    const { link, symlink } = linksOf(fs, makeFolder);
    const emptyDir = (folder) => {
      let names;
      try {
        names = fs.readdirSync(folder);
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
        return makeFolder(folder);
      }
      return names.map((name) => remove(path.join(folder, name)));
    };
    const createFile = (file) => {
      if (ifAny(() => fs.statSync(file))?.isFile()) return;
      const folder = path.dirname(file);
      const stats = checks.statsIfAny(folder, true);
      if (!stats) makeFolder(folder);
      // Which fails.
      else if (!stats.isDirectory()) fs.readdirSync(folder);
      fs.writeFileSync(file, '');
    };
    const outputFile = (file, data, options = 'utf-8') => {
      const folder = path.dirname(file);
      if (!fs.existsSync(folder)) makeFolder(folder);
      fs.writeFileSync(file, data, options);
    };
    const move = (src, dest, options) => {
      const isReplaced = options.overwrite || options.clobber || false;
      checks.checkFolders(src, checks.checkPaths(src, dest, 'move', options.dereference).from, dest, 'move');
      const folder = path.dirname(dest);
      if (folder !== '/') makeFolder(folder);
      if (isReplaced) remove(dest);
      else if (fs.existsSync(dest)) throw new Error('dest already exists.');
      fs.renameSync(src, dest);
    };
    const readJson = (file, options, isSync) => {
      const { given, isThrown } = readingOptions(options);
      if (isSync) return orNull(() => parsed(fs.readFileSync(file, given), given), file, isThrown);
      const data = fs.readFileSync(file, given);
      return orNull(() => parsed(data, given), file, isThrown);
    };
    const writeJson = (file, value, options) => fs.writeFileSync(file, stringified(value, options), options);
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
  const own = functionsOf(fs);
  const extra = Object.create(Object.getPrototypeOf(fs), Object.getOwnPropertyDescriptors(fs));
  // What `state` has under the same name stays as it is.
  const add = (name, value) => Object.defineProperty(extra, name, { value, writable: true, enumerable: true, configurable: true });
  for (const name of PROMISED.filter((one) => Object.hasOwn(fs, one))) add(name, ofCallback(fs[name]));
  extra.realpath.native = ofCallback(fs.realpath.native);
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
  put('copy', async (src, dest, options = {}) => later(own.copying(src, dest, options, false)), (src, dest, options) => atOnce(own.copying(src, dest, options || {}, true)));
  put('emptyDir', async (folder) => own.emptyDir(folder), (folder) => { const made = own.emptyDir(folder); return Array.isArray(made) ? undefined : made; });
  put('createFile', async (file) => own.createFile(file), own.createFile);
  put('createLink', async (src, dest) => own.link(src, dest), own.link);
  put('createSymlink', async (src, dest, type) => own.symlink(src, dest, type, false), (src, dest, type) => own.symlink(src, dest, type, true));
  put('mkdirs', async (folder, options) => own.makeFolder(folder, options), own.makeFolder);
  put('move', async (src, dest, options = {}) => own.move(src, dest, options), (src, dest, options) => own.move(src, dest, options || {}));
  put('outputFile', async (file, data, options) => own.outputFile(file, data, options), own.outputFile);
  put('readJson', async (file, options = {}) => own.readJson(file, options, false), (file, options = {}) => own.readJson(file, options, true));
  put('writeJson', async (file, value, options = {}) => own.writeJson(file, value, options), (file, value, options = {}) => own.writeJson(file, value, options));
  put('outputJson', async (file, value, options = {}) => own.outputJson(file, value, options), own.outputJson);
  add('pathExists', ofPromise(async function pathExists(given) {
    try {
      fs.accessSync(given);
      return true;
    } catch {
      return false;
    }
  }));
  add('pathExistsSync', fs.existsSync);
  add('remove', ofCallback(function remove(given, callback) { fs.rm(given, { recursive: true, force: true }, callback); }));
  add('removeSync', function removeSync(given) { own.remove(given); });
  native.node.extra = extra;
})
