(function (native) {
  'use strict';
  const { path, checks, entries, operations } = native.node;
  const { system, operations: op } = native;
  const { wrongType, boolean, object, pathOf } = checks;
  const { Dirent, kind } = entries;
  const FILE = 1, DIRECTORY = 2, LINK = 3;

  // Patterns, as minimatch reads them: `*`, `?`, `[…]`, `**`, braces, and `!(…)`, `@(…)` and the like.
  const BOTH_ENDS = ['{', '}'];
  // The alternatives of the first pair of braces that has any; the text itself where there is none.
  const splitAtBraces = (text) => {
    for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
      let depth = 0, from = open + 1;
      const parts = [];
      for (let at = open; at < text.length; at++) {
        if (text[at] === BOTH_ENDS[0]) depth += 1;
        const isEnd = text[at] === BOTH_ENDS[1] && depth === 1;
        if (isEnd || text[at] === ',' && depth === 1) {
          parts.push(text.slice(from, at));
          from = at + 1;
        }
        if (text[at] === BOTH_ENDS[1]) depth -= 1;
        if (!isEnd) continue;
        const all = parts.length > 1 ? parts : numbered(parts[0]);
        if (all === undefined) break;
        return { front: text.slice(0, open), parts: all, back: text.slice(at + 1) };
      }
    }
    return undefined;
  };
  // `1..3` and `a..c`.
  const numbered = (text) => {
    const [first, last, ...more] = text.split('..');
    const isLetters = first?.length === 1 && last?.length === 1 && Number.isNaN(+first) && Number.isNaN(+last);
    const codes = isLetters ? [first.charCodeAt(0), last.charCodeAt(0)] : [first, last].map((end) => (end ? +end : NaN));
    if (more.length > 0 || !codes.every(Number.isInteger)) return undefined;
    const step = codes[0] <= codes[1] ? 1 : -1;
    const count = Math.min(Math.abs(codes[1] - codes[0]) + 1, 100000);
    return Array.from({ length: count }, (_, index) => {
      const code = codes[0] + index * step;
      return isLetters ? String.fromCharCode(code) : `${code}`;
    });
  };
  const expanded = (text) => {
    const split = splitAtBraces(text);
    if (split === undefined) return [text];
    const backs = expanded(split.back);
    return split.parts.flatMap((part) => expanded(part).flatMap((one) => backs.map((back) => split.front + one + back)));
  };

  const GLOBSTAR = Symbol('**');
  const escaped = (character) => ('\\^$.*+?()[]{}|/-'.includes(character) ? `\\${character}` : character);
  const CLASSES = { alnum: 'a-zA-Z0-9', alpha: 'a-zA-Z', digit: '0-9', lower: 'a-z', upper: 'A-Z', space: '\\s', word: '\\w', xdigit: '0-9A-Fa-f' };
  // A class of characters that begins at `[`; nothing where it has no end.
  const classAt = (text, start) => {
    let at = start + 1;
    const isNot = text[at] === '!' || text[at] === '^';
    if (isNot) at += 1;
    let inside = '';
    for (const first = at; at < text.length; at++) {
      if (text[at] === ']' && at > first) return { source: `[${isNot ? '^' : ''}${inside}]`, end: at + 1 };
      const named = text.startsWith('[:', at) ? text.slice(at + 2, text.indexOf(':]', at)) : '';
      if (Object.hasOwn(CLASSES, named)) {
        inside += CLASSES[named];
        at += named.length + 3;
      } else {
        inside += text[at] === '-' ? '-' : escaped(text[at]);
      }
    }
    return undefined;
  };
  const groupEnd = (text, open) => {
    let depth = 0;
    for (let at = open; at < text.length; at++) {
      if (text[at] === '(') depth += 1;
      if (text[at] === ')' && --depth === 0) return at;
    }
    return -1;
  };
  const alternativesOf = (text) => {
    const parts = [''];
    let depth = 0;
    for (const character of text) {
      depth += character === '(' ? 1 : character === ')' ? -1 : 0;
      if (character === '|' && depth === 0) parts.push('');
      else parts[parts.length - 1] += character;
    }
    return parts;
  };
  const REPEATED = { '?': '?', '*': '*', '+': '+', '@': '' };
  const sourceOf = (text) => {
    let source = '';
    for (let at = 0; at < text.length; at++) {
      const character = text[at];
      const end = text[at + 1] === '(' && '?*+@!'.includes(character) ? groupEnd(text, at + 1) : -1;
      if (end > 0) {
        const group = alternativesOf(text.slice(at + 2, end)).map(sourceOf).join('|');
        const rest = sourceOf(text.slice(end + 1));
        if (character !== '!') return `${source}(?:${group})${REPEATED[character]}${rest}`;
        return `${source}(?:(?!(?:${group})${rest}$)[^/]*?)${rest}`;
      }
      const set = character === '[' ? classAt(text, at) : undefined;
      if (set !== undefined) {
        source += set.source;
        at = set.end - 1;
      } else {
        source += character === '*' ? '[^/]*?' : character === '?' ? '[^/]' : escaped(character);
      }
    }
    return source;
  };
  const isMagic = (part) => {
    for (let at = 0; at < part.length; at++) {
      if (part[at] === '*' || part[at] === '?') return true;
      if (part[at] === '[' && classAt(part, at) !== undefined) return true;
      if ('+@!'.includes(part[at]) && part[at + 1] === '(' && groupEnd(part, at + 1) > 0) return true;
    }
    return false;
  };
  const partOf = (part) => {
    if (part === '**') return GLOBSTAR;
    if (!isMagic(part)) return part;
    // A dot in front is matched by a dot alone.
    return new RegExp(`^${part.startsWith('.') ? '' : '(?!\\.)'}(?=.)${sourceOf(part)}$`, 's');
  };
  const patternOf = (text) => {
    const parts = [];
    for (const [index, part] of text.split('/').entries()) {
      const isNothing = part === '.' && index > 0 || part === '' && index > 0 && index < text.split('/').length - 1;
      if (isNothing || part === '**' && parts.at(-1) === '**') continue;
      if (part === '..' && parts.length > 0 && !['', '.', '..', '**'].includes(parts.at(-1))) parts.pop();
      else parts.push(part);
    }
    return { parts: parts.map(partOf), names: parts };
  };
  const patternsOf = (text) => expanded(text.replaceAll('\\', '/')).filter((one) => one !== '').map(patternOf);
  const fits = (part, name) => part === GLOBSTAR || (typeof part === 'string' ? part === name : part instanceof RegExp && part.test(name));
  // Whether a whole path matches.
  const covers = (parts, names, at = 0, from = 0) => {
    if (at === parts.length) return from === names.length;
    if (parts[at] === GLOBSTAR && at === parts.length - 1) {
      return from < names.length && names.slice(from).every((name) => !name.startsWith('.'));
    }
    if (parts[at] !== GLOBSTAR) return from < names.length && fits(parts[at], names[from]) && covers(parts, names, at + 1, from + 1);
    if (covers(parts, names, at + 1, from)) return true;
    return from < names.length && !names[from].startsWith('.') && covers(parts, names, at, from + 1);
  };

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
  const glob = (given, options = {}) => {
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
    return new Search(root, { exclude, followSymlinks, withFileTypes }).found(texts.flatMap(patternsOf));
  };

  // A walk that goes on in the directory that was found last, as Node does, which decides the order.
  class Search {
    constructor(root, { exclude, followSymlinks, withFileTypes }) {
      this.root = root;
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
      return new Dirent(path.basename(full), this.files.kindOf(full), path.dirname(path.isAbsolute(file) ? file : path.join(this.root, file)));
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
