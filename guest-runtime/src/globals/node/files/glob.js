(function (native) {
  'use strict';
  const { part, path, checks, entries, operations } = native.node;
  const { globs } = part('globs');
  const { GLOBSTAR, fits, covers } = globs;
  const { system, operations: op } = native;
  const { wrongType, boolean, object, pathOf } = checks;
  const { Dirent, kind } = entries;
  const FILE = 1, DIRECTORY = 2, LINK = 3;

  // An empty pattern finds nothing.
  const patternsOf = (text) => globs.patternsOf(text).filter(({ names }) => names.length > 1 || names[0] !== '');

  // What is in directories, each asked for once.
  const listings = () => {
    const known = new Map();
    const kinds = new Map();
    const put = (folder, pairs) => {
      const listed = [];
      for (let i = 0; i < pairs.length; i += 2) {
        listed.push(new Dirent(pairs[i], pairs[i + 1], folder));
        kinds.set(path.join(folder, pairs[i]), pairs[i + 1]);
      }
      known.set(folder, listed);
    };
    const attempt = (task) => {
      try {
        return task();
      } catch {
        return undefined;
      }
    };
    return {
      // With all below it, if all will be asked for.
      list(folder, isDeep) {
        if (!known.has(folder)) {
          const deep = isDeep && attempt(() => system(op.readdirAll, 'scandir', folder, undefined, folder, 2));
          if (deep) for (const [below, pairs] of deep) put(path.join(folder, below), pairs);
          else put(folder, attempt(() => system(op.readdir, 'scandir', folder, undefined, folder)) ?? []);
        }
        return known.get(folder);
      },
      kindOf(file) {
        if (!kinds.has(file)) {
          const facts = attempt(() => operations.lstatFacts(file));
          const type = facts && facts[0] & 0o170000;
          kinds.set(file, facts && (type === 0o100000 ? FILE : type === 0o040000 ? DIRECTORY : LINK));
        }
        return kinds.get(file);
      },
      leadsToDirectory: (file) => attempt(() => operations.isDirectory(system(op.stat, 'stat', file, undefined, file, true))) ?? false,
      realOf: (file) => attempt(() => operations.nativeRealpath(file)),
    };
  };

  const excludedBy = (exclude, root) => {
    if (!Array.isArray(exclude)) return () => false;
    const patterns = exclude.flatMap((text) => patternsOf(path.resolve(root, text)));
    return (file) => patterns.some(({ parts }) => covers(parts, file.split('/')));
  };
  const glob = (given, options = {}, form = undefined) => {
    const { exclude, cwd, followSymlinks, withFileTypes } = object(options, 'options');
    const root = cwd === undefined || cwd === null ? '.' : pathOf(cwd, 'cwd');
    if (followSymlinks !== undefined && followSymlinks !== null) boolean(followSymlinks, 'options.followSymlinks');
    const isListed = Array.isArray(exclude) && exclude.every((one) => typeof one === 'string');
    if (exclude !== undefined && exclude !== null && !isListed && typeof exclude !== 'function') {
      throw wrongType('options.exclude', 'of type function or string[]', exclude);
    }
    const texts = Array.isArray(given) ? given : [given];
    texts.forEach((text, index) => {
      if (typeof text !== 'string') throw wrongType(Array.isArray(given) ? `patterns[${index}]` : 'patterns', 'of type string', text);
    });
    return new Search(root, { exclude, followSymlinks, withFileTypes, namesRoot: form !== operations.SYNC }).found(texts.flatMap(patternsOf));
  };

  // A walk that goes on in the directory that was found last, as Node does, which decides the order.
  class Search {
    constructor(root, { exclude, followSymlinks, withFileTypes, namesRoot }) {
      this.root = root;
      // Whether entries name their folder from the root on: those of a synchronous call do not.
      this.namesRoot = namesRoot;
      this.files = listings();
      this.results = new Map();
      this.pending = new Map();
      this.seen = new Set();
      this.follows = followSymlinks;
      this.isTyped = Boolean(withFileTypes);
      this.refuses = typeof exclude === 'function' ? exclude : () => false;
      this.isExcluded = excludedBy(exclude, root);
    }
    found(patterns) {
      const queue = [['.', patterns.map((pattern) => ({ pattern, at: new Set([0]), links: new Set(), reals: [] }))]];
      while (queue.length > 0) {
        const [folder, states] = queue.pop();
        for (const state of states) this.visit(folder, state);
        queue.push(...this.pending);
        this.pending.clear();
      }
      return this.isTyped ? [...this.results.values()] : [...this.results.keys()];
    }
    direntOf(file) {
      const full = path.resolve(this.root, file);
      const named = this.namesRoot || path.isAbsolute(file) ? full : path.join(this.root, file);
      return new Dirent(path.basename(named), this.files.kindOf(full), path.dirname(named));
    }
    add(file) {
      if (this.results.has(file) || this.isExcluded(path.resolve(this.root, file))) return;
      this.results.set(file, this.isTyped ? this.direntOf(file) : file);
    }
    // Looks into a directory later, for what the pattern has from these places on.
    push(folder, state, at, links = new Set(), reals = state.reals) {
      const full = path.resolve(this.root, folder);
      if (this.isExcluded(full) || this.isExcluded(`${full}/`)) return;
      if (this.refuses(this.isTyped ? this.direntOf(folder) : folder)) return;
      const states = this.pending.get(folder) ?? [];
      states.push({ pattern: state.pattern, at: new Set(at), links, reals });
      this.pending.set(folder, states);
    }
    keyOf(folder, { pattern }, at) { return `${folder}\0${pattern.names.slice(at).join('/')}`; }
    isNew(folder, state) {
      const keys = [...state.at].map((at) => this.keyOf(folder, state, at));
      const isNew = keys.some((key) => !this.seen.has(key));
      for (const key of keys) this.seen.add(key);
      return isNew;
    }
    isFolder(file, state) {
      const type = this.files.kindOf(file);
      if (type !== LINK) return type === DIRECTORY;
      return this.follows ? this.files.leadsToDirectory(file) : [...state.at].some((at) => !state.links.has(at));
    }
    visit(folder, state) {
      if (!this.isNew(folder, state)) return;
      const { parts } = state.pattern;
      const full = path.resolve(this.root, folder);
      const last = parts.length - 1;
      if (this.isExcluded(full)) return;
      const start = { '': '/', '..': '../', '.': '.' };
      if (state.at.has(0) && Object.hasOwn(start, parts[0]) && last > 0) {
        this.push(start[parts[0]], state, [1]);
        return;
      }
      if (this.files.kindOf(full) === undefined) return;
      const isFolder = this.isFolder(full, state);
      const isLast = state.at.has(last) || parts[last] === '' && isFolder && state.at.has(last - 1) && parts[last - 1] === GLOBSTAR;
      if (isLast && typeof parts[last] === 'string') {
        const isThere = this.files.kindOf(path.join(full, parts[last])) !== undefined;
        if (isThere && (parts[last] !== '' || isFolder)) this.add(path.join(folder, parts[last]));
        if (state.at.size === 1 && state.at.has(last)) return;
      } else if (isLast && parts[last] === GLOBSTAR && (folder !== '.' || parts[0] === '.' || last === 0)) {
        this.add(folder);
      }
      if (!isFolder) return;
      let { reals } = state;
      if (this.follows) {
        const real = this.files.realOf(full);
        if (reals.includes(real)) return;
        reals = [...reals, real];
      }
      for (const entry of this.childrenOf(full, state)) this.match(folder, state, entry, isLast, reals);
    }
    childrenOf(full, { pattern: { parts }, at }) {
      const [first] = at;
      if (at.size !== 1 || typeof parts[first] !== 'string') return this.files.list(full, [...at].some((one) => parts[one] === GLOBSTAR));
      const type = this.files.kindOf(path.join(full, parts[first]));
      return type === undefined ? [] : [new Dirent(parts[first], type, full)];
    }
    match(folder, state, entry, isLast, reals) {
      const { parts } = state.pattern;
      const last = parts.length - 1;
      const { name } = entry;
      const file = path.join(folder, name);
      const isLink = entry[kind] === LINK;
      const isFolder = entry[kind] === DIRECTORY || isLink && this.follows && this.files.leadsToDirectory(path.resolve(this.root, file));
      const next = new Set(), links = new Set();
      for (const at of state.at) {
        const part = parts[at];
        if (part === GLOBSTAR) {
          let after = at + 1;
          while (parts[after] === GLOBSTAR) after += 1;
          if (name.startsWith('.') && !fits(parts[after], name) || this.refuses(this.isTyped ? entry : name)) continue;
          const fromLink = !this.follows && state.links.has(at);
          const isNext = fits(parts[at + 1], name);
          if (!fromLink && isFolder) next.add(at);
          else if (!fromLink && at === last) this.add(file);
          if (isNext && at + 1 === last && !isLast) this.add(file);
          else if (isNext && isFolder) next.add(at + 2);
          if ((isNext || parts[0] === '.') && (isFolder || isLink) && !fromLink) next.add(at + 1);
          if (!this.follows && isLink) links.add(at);
        } else if (fits(part, name)) {
          if (typeof part !== 'string' && at === last) this.add(file);
          else if (at !== last && (typeof part === 'string' || isFolder)) next.add(at + 1);
        }
      }
      if (next.size > 0) this.push(file, state, next, links, reals);
    }
  }
  operations.glob = glob;
})
