(function (native) {
  'use strict';
  const { coded, path, checks, operations } = native.node;
  const { system, operations: op } = native;
  const { received, boolean, callable, object, integer, given, textOf, ruleError } = checks;
  const { SYNC, isDirectory, parentOf, codeOf, nativeRealpath, calls } = operations;

  const FLAGS = ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks'];
  const rulesOf = (options) => {
    const rules = { dereference: false, errorOnExist: false, force: true, preserveTimestamps: false, recursive: false, verbatimSymlinks: false };
    if (options !== undefined) Object.assign(rules, object(options, 'options'));
    for (const name of FLAGS) boolean(rules[name], `options.${name}`);
    if (rules.mode !== undefined && rules.mode !== null) integer(rules.mode, 'mode', 0, 7);
    if (rules.dereference && rules.verbatimSymlinks) {
      const message = 'Option "dereference" cannot be used in combination with option "verbatimSymlinks"';
      throw coded(new TypeError(message), 'ERR_INCOMPATIBLE_OPTION_PAIR');
    }
    if (rules.filter !== undefined) callable(rules.filter, 'options.filter');
    return rules;
  };

  // Why something is not copied. A synchronous call says it in other words, and in a plain error.
  const refusals = {
    same: ['ERR_FS_CP_EINVAL', 'Invalid src or dest', 'EINVAL', () => 'src and dest cannot be the same', (src, dest) => `src and dest cannot be the same ${dest}`],
    inside: ['ERR_FS_CP_EINVAL', 'Invalid src or dest', 'EINVAL', (src, dest) => `cannot copy ${src} to a subdirectory of self ${dest}`, (src, dest) => `Cannot copy ${asDirectory(src)} to a subdirectory of self ${dest}`],
    ontoFile: ['ERR_FS_CP_DIR_TO_NON_DIR', 'Cannot overwrite non-directory with directory', 'EISDIR', (src, dest) => `cannot overwrite non-directory ${dest} with directory ${src}`, (src, dest) => `Cannot overwrite non-directory ${dest} with directory ${src}`],
    ontoDirectory: ['ERR_FS_CP_NON_DIR_TO_DIR', 'Cannot overwrite directory with non-directory', 'ENOTDIR', (src, dest) => `cannot overwrite directory ${dest} with non-directory ${src}`, (src, dest) => `Cannot overwrite directory ${dest} with non-directory ${src}`],
    directory: ['ERR_FS_EISDIR', 'Path is a directory', 'EISDIR', (src) => `${src} is a directory (not copied)`, (src) => `Recursive option not enabled, cannot copy a directory: ${asDirectory(src)}`],
    exists: ['ERR_FS_CP_EEXIST', 'Target already exists', 'EEXIST', (src, dest) => `${dest} already exists`],
    intoLinked: ['ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', 'Cannot overwrite symlink in subdirectory of self', 'EINVAL', (src, dest, old) => `cannot overwrite ${old} with ${src}`],
  };
  const refused = (why, isSync, src, dest, old = undefined) => {
    const [rule, words, code, message, plain] = refusals[why];
    if (isSync && plain) return coded(new Error(plain(src, dest)), rule);
    return ruleError(rule, words, code, message(src, dest, old), 'cp', why === 'directory' ? src : dest);
  };

  const factsOf = (file, follows, call = follows ? 'stat' : 'lstat') => system(op.stat, call, textOf(file), undefined, textOf(file), follows);
  const factsIfAny = (file, follows, call = undefined, missing = ['ENOENT']) => {
    try {
      return factsOf(file, follows, call);
    } catch (error) {
      if (missing.includes(error.code)) return undefined;
      throw error;
    }
  };
  // Also what lies below a file.
  const NOT_THERE = ['ENOENT', 'ENOTDIR'];
  const isSame = (one, other) => one[2] === other[2];
  const isLink = (facts) => (facts[0] & 0o170000) === 0o120000;
  const partsOf = (file) => path.resolve(file).split('/').filter(Boolean);
  // By the text of the paths alone.
  const isWithin = (dest, src) => {
    const parts = partsOf(dest);
    return partsOf(src).every((part, index) => parts[index] === part);
  };

  const asDirectory = (file) => (file.endsWith('/') ? file : `${file}/`);

  // What is at both ends, if one can be copied onto the other.
  const compared = (src, dest, rules, isTop) => {
    // A synchronous copy looks at what the links that it was given lead to.
    const follows = rules.dereference || isTop && rules.isSync;
    const call = rules.dereference ? 'stat' : 'lstat';
    const from = factsOf(src, follows, call);
    // A destination below a file is a missing one at first.
    const to = factsIfAny(dest, follows, call, isTop && rules.isSync ? NOT_THERE : undefined);
    if (to !== undefined) {
      if (isSame(from, to)) throw refused('same', rules.isSync, src, dest);
      if (isDirectory(from) && !isDirectory(to)) throw refused('ontoFile', rules.isSync, src, dest);
      const isLinked = follows && !rules.dereference && isLink(factsOf(dest, false));
      if (!isDirectory(from) && isDirectory(to) && !isLinked) throw refused('ontoDirectory', rules.isSync, src, dest);
    }
    if (isDirectory(from) && isWithin(dest, src)) throw refused('inside', rules.isSync, src, dest);
    return [from, to];
  };
  // No directory above the destination is the source, whichever links lead there.
  const checkParents = (src, from, dest, isSync) => {
    // A synchronous call compares the nearest one with a file, too.
    const nearest = parentOf(dest);
    const isCompared = isSync && nearest !== parentOf(src) && !['', '/'].includes(nearest);
    const facts = isCompared ? factsIfAny(nearest, true, 'stat', NOT_THERE) : undefined;
    if (facts !== undefined && isSame(from, facts)) throw refused('inside', isSync, src, dest);
    if (isSync && !isDirectory(from)) return;
    const above = path.resolve(path.dirname(src));
    for (let parent = path.resolve(path.dirname(dest)); parent !== above && parent !== '/'; parent = path.dirname(parent)) {
      const facts = factsIfAny(parent, true);
      if (facts === undefined) return;
      if (isSame(from, facts)) throw refused('inside', isSync, src, dest);
    }
  };

  // The copy is a generator that gives the answers of the filter, so that it may be waited for.
  const copied = function* (src, dest, rules) {
    if (rules.filter && !(yield rules.filter(src, dest))) return;
    const [from, to] = compared(src, dest, rules, true);
    checkParents(src, from, dest, rules.isSync);
    const isRefused = isDirectory(from) && !rules.recursive;
    if (isRefused && rules.isSync) throw refused('directory', true, src);
    const parent = rules.isSync ? parentOf(dest) || '.' : path.dirname(dest);
    if (factsIfAny(parent, true) === undefined) system(op.mkdir, 'mkdir', parent, undefined, parent, 0o777, true);
    if (isRefused) throw refused('directory', false, src);
    yield* copiedEntry(src, dest, rules, to);
  };
  // A synchronous copy looks at the destination once more, where others go by what they have seen.
  const copiedEntry = function* (src, dest, rules, seen) {
    const from = factsOf(src, rules.dereference);
    const to = rules.isSync ? factsIfAny(dest, rules.dereference) : seen;
    if (isDirectory(from)) yield* copiedDirectory(src, dest, from, to, rules);
    else if (isLink(from)) copyLink(src, dest, to, rules);
    else copyFile(src, dest, to, rules);
  };
  // Which links one call may copy: those whose targets stay as they are.
  const NO_LINKS = 0, ABSOLUTE_LINKS = 1, ALL_LINKS = 2;
  const copiedDirectory = function* (src, dest, from, to, rules) {
    const isPlain = rules.isSync && !rules.filter;
    if (to !== undefined && rules.errorOnExist && !rules.force && !rules.isSync) throw refused('exists', false, src, dest);
    // Where no entry has to be looked at, one call copies all of them.
    const isWhole = to === undefined && !rules.filter && !rules.dereference && !rules.preserveTimestamps;
    const links = rules.verbatimSymlinks ? ALL_LINKS : isPlain ? NO_LINKS : ABSOLUTE_LINKS;
    if (isWhole && system(op.cp, 'cp', src, dest, src, dest, links, !isPlain)) return;
    if (to === undefined) system(op.mkdir, 'mkdir', dest, undefined, dest, 0o777, false);
    // A synchronous copy without a filter follows no link below the top.
    const below = isPlain ? { ...rules, dereference: false, isPlain, top: rules.top ?? dest } : rules;
    const pairs = system(op.readdir, 'opendir', src, undefined, src);
    for (let i = 0; i < pairs.length; i += 2) {
      const [one, other] = [path.join(src, pairs[i]), path.join(dest, pairs[i])];
      if (rules.filter && !(yield rules.filter(one, other))) continue;
      const [, seen] = !rules.isSync || isPlain ? compared(one, other, below, false) : [];
      yield* copiedEntry(one, other, below, seen);
    }
    if (to === undefined && !isPlain) calls.chmod(dest, from[0] & 0o7777);
  };
  // A synchronous call replaces what is there by native code, whose errors have a form of their own.
  const NATIVE = {
    EEXIST: [17, 'File exists'], EINVAL: [22, 'Invalid argument'], EISDIR: [21, 'Is a directory'], ENOENT: [2, 'No such file or directory'],
    ENOTDIR: [20, 'Not a directory'], ENOTEMPTY: [39, 'Directory not empty'],
  };
  const nativeError = (code, syscall, file) => {
    const [errno, words] = NATIVE[code] ?? [undefined, 'Unknown error'];
    return Object.assign(new Error(`${code}, ${words} '${file}'`), { errno, code, syscall, path: file });
  };
  const removeAny = (file) => {
    const code = codeOf(() => calls.unlink(file));
    const left = code === 'EISDIR' ? codeOf(() => system(op.rmdir, 'rmdir', file, undefined, file)) : code;
    if (left !== undefined) throw nativeError(left, 'unlink', file);
  };
  const copyFile = (src, dest, to, rules) => {
    if (to !== undefined) {
      if (!rules.force) {
        if (rules.errorOnExist) throw refused('exists', false, src, dest);
        return;
      }
      if (rules.isSync) removeAny(dest);
      else calls.unlink(dest);
    }
    try {
      calls.copyFile(src, dest, rules.mode);
    } catch (error) {
      throw to !== undefined && rules.isSync ? nativeError(error.code, 'cp', dest) : error;
    }
    if (rules.preserveTimestamps) {
      const [, , , , time] = factsOf(src, true);
      system(op.utimes, 'utime', dest, undefined, dest, time, true);
    }
  };
  // A path without the links on its way, as far as it exists.
  const canonical = (file) => {
    try {
      return nativeRealpath(file);
    } catch {
      return file === '/' ? file : path.join(canonical(path.dirname(file)), path.basename(file));
    }
  };
  // Where a link leads, from the root.
  const targetOf = (file) => path.resolve(path.dirname(file), system(op.readlink, 'readlink', file, undefined, file));
  const copiedTarget = (src, { verbatimSymlinks, isPlain }) => {
    if (verbatimSymlinks) return system(op.readlink, 'readlink', src, undefined, src);
    return isPlain ? canonical(targetOf(src)) : targetOf(src);
  };
  const copyLink = (src, dest, to, rules) => {
    const target = copiedTarget(src, rules);
    if (to !== undefined && isLink(to)) {
      const old = targetOf(dest);
      // A link that leads nowhere cannot be compared, and is in the way of native code.
      if (rules.isPlain && factsIfAny(dest, true) === undefined) throw nativeError('EEXIST', 'cp', rules.top);
      const [from, onto] = rules.isSync ? [factsIfAny(src, true), factsOf(dest, true)] : [factsOf(src, true), undefined];
      if (from !== undefined && isDirectory(from) && isWithin(old, target)) throw refused('inside', false, target, dest);
      if (isDirectory(onto ?? from) && isWithin(target, old)) throw refused('intoLinked', false, target, dest, old);
      calls.unlink(dest);
    }
    calls.symlink(target, dest);
  };

  const isPromise = (value) => value instanceof Promise;
  const cp = (from, to, options, form) => {
    const rules = { ...rulesOf(options), isSync: form === SYNC };
    const ends = [given(from, 'src'), given(to, 'dest')];
    // A promise and a callback leave bytes as they are, and refuse them where they need text.
    const steps = copied(...(rules.isSync ? ends.map(textOf) : ends), rules);
    if (form === SYNC) {
      let step = steps.next();
      while (!step.done) {
        if (isPromise(step.value)) {
          const message = `Expected boolean to be returned from the "filter" function but got ${received(step.value)}.`;
          throw coded(new TypeError(message), 'ERR_INVALID_RETURN_VALUE');
        }
        step = steps.next(step.value);
      }
      return undefined;
    }
    return (async () => {
      let step = steps.next();
      while (!step.done) step = steps.next(await step.value);
    })();
  };
  operations.cp = cp;
})
