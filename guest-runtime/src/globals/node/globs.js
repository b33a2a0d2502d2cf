(function (native) {
  'use strict';
  // Patterns of names, as Node reads them.

  // Where the bracket closes that opens at a place, or -1.
  const closing = (pattern, at, open, close) => {
    let depth = 0;
    for (let i = at; i < pattern.length; i++) {
      if (pattern[i] === open) depth += 1;
      else if (pattern[i] === close && (depth -= 1) === 0) return i;
    }
    return -1;
  };
  // The parts between separators that are in no bracket.
  const parted = (pattern, separator) => {
    const parts = [''];
    for (let i = 0; i < pattern.length; i++) {
      const one = pattern[i];
      const end = one === '{' ? closing(pattern, i, '{', '}') : one === '(' ? closing(pattern, i, '(', ')') : -1;
      if (one === separator) {
        parts.push('');
      } else if (end > 0) {
        parts[parts.length - 1] += pattern.slice(i, end + 1);
        i = end;
      } else {
        parts[parts.length - 1] += one;
      }
    }
    return parts;
  };
  const RANGE = '^(-?\\d+|[a-zA-Z])\\.\\.(-?\\d+|[a-zA-Z])(?:\\.\\.(-?\\d+))?$';
  const ranged = (inner) => {
    const [whole, first, last, by] = RegExp(RANGE).exec(inner) ?? [];
    if (whole === undefined || /\d/.test(first) !== /\d/.test(last)) return undefined;
    const isNumber = /\d/.test(first);
    const [from, to] = [first, last].map((one) => (isNumber ? Number(one) : one.charCodeAt(0)));
    const step = Math.max(Math.abs(Number(by ?? 1)), 1) * (from <= to ? 1 : -1);
    const isPadded = isNumber && [first, last].some((one) => /^-?0\d/.test(one));
    const width = isPadded ? Math.max(first.length, last.length) : 0;
    const shown = (one) => {
      if (!isNumber) return String.fromCharCode(one);
      return one < 0 ? `-${`${-one}`.padStart(width - 1, '0')}` : `${one}`.padStart(width, '0');
    };
    const all = [];
    for (let one = from; step > 0 ? one <= to : one >= to; one += step) all.push(shown(one));
    return all;
  };
  // The patterns that one with braces stands for.
  const expanded = (pattern) => {
    for (let at = pattern.indexOf('{'); at >= 0; at = pattern.indexOf('{', at + 1)) {
      const end = closing(pattern, at, '{', '}');
      if (end < 0 || pattern[at - 1] === '$') continue;
      const inner = pattern.slice(at + 1, end);
      const parts = parted(inner, ',');
      const choices = parts.length > 1 ? parts.flatMap(expanded) : ranged(inner);
      if (choices === undefined) continue;
      const rests = expanded(pattern.slice(end + 1));
      return choices.flatMap((one) => rests.map((rest) => `${pattern.slice(0, at)}${one}${rest}`));
    }
    return [pattern];
  };

  const POSIX = {
    alnum: '\\p{L}\\p{Nl}\\p{Nd}', alpha: '\\p{L}\\p{Nl}', ascii: '\\x00-\\x7f', blank: '\\p{Zs}\\t', cntrl: '\\p{Cc}', digit: '\\p{Nd}',
    lower: '\\p{Ll}', print: '\\P{C}', punct: '\\p{P}', space: '\\p{Z}\\t\\r\\n\\v\\f', upper: '\\p{Lu}', word: '\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}',
    xdigit: 'A-Fa-f0-9',
  };
  const escaped = (one) => one.replace(/[-[\]{}()*+?.,\\^$|#\s/]/g, '\\$&');
  // A class of characters at a place, and its end; none where it does not close.
  const classAt = (pattern, at) => {
    const isNot = pattern[at + 1] === '!' || pattern[at + 1] === '^';
    let i = at + (isNot ? 2 : 1);
    let body = '';
    for (const start = i; i < pattern.length && (pattern[i] !== ']' || i === start); i++) {
      const [whole, name] = /^\[:(\w+):\]/.exec(pattern.slice(i)) ?? [];
      if (whole !== undefined && POSIX[name]) {
        body += POSIX[name];
        i += whole.length - 1;
      } else {
        const isRange = pattern[i] === '-' && i > start && pattern[i + 1] !== ']';
        body += isRange ? '-' : escaped(pattern[i]);
      }
    }
    return i < pattern.length ? { source: `[${isNot ? '^' : ''}${body}]`, end: i } : undefined;
  };
  // The expression for a part of a name. A star at the beginning passes over no dot.
  const sourceOf = (pattern) => {
    let source = '';
    for (let i = 0; i < pattern.length; i++) {
      const one = pattern[i];
      const end = '?*+@!'.includes(one) && pattern[i + 1] === '(' ? closing(pattern, i + 1, '(', ')') : -1;
      const set = one === '[' ? classAt(pattern, i) : undefined;
      if (end > 0) {
        const inner = parted(pattern.slice(i + 2, end), '|').map(sourceOf).join('|');
        if (one === '!') {
          const after = sourceOf(pattern.slice(end + 1));
          return `${source}(?:(?!(?:${inner})${after}$)[^/]*?)${after}`;
        }
        source += `(?:${inner})${one === '@' ? '' : one}`;
        i = end;
      } else if (set) {
        source += set.source;
        i = set.end;
      } else if (one === '*') {
        source += '[^/]*?';
      } else if (one === '?') {
        source += '[^/]';
      } else {
        source += escaped(one);
      }
    }
    return source;
  };
  const isMagic = (part) => {
    for (let at = 0; at < part.length; at++) {
      if (part[at] === '*' || part[at] === '?' || part[at] === '[' && classAt(part, at)) return true;
      if ('+@!'.includes(part[at]) && part[at + 1] === '(' && closing(part, at + 1, '(', ')') > 0) return true;
    }
    return false;
  };
  const GLOBSTAR = Symbol('**');
  // A part of a pattern between slashes: text that stands for itself, or an expression.
  const partOf = (part) => {
    if (part === '**') return GLOBSTAR;
    if (!isMagic(part)) return part;
    // No name is empty, but what a pattern excludes may be all there is.
    const some = part.startsWith('!(') ? '' : '(?=.)';
    return RegExp(`^${part.startsWith('.') ? '' : '(?!\\.)'}${some}${sourceOf(part)}$`, 'us');
  };
  // Whether a name fits a part; where there is no part, it does not.
  const fits = (part, name) => {
    if (typeof part === 'string') return part === name;
    return part === GLOBSTAR || part !== undefined && name !== '.' && name !== '..' && part.test(name);
  };
  // Whether the names of a path match the parts of a pattern from places on.
  const covers = (parts, names, at = 0, from = 0) => {
    const left = names.length - from;
    if (at === parts.length) return left === 0 || left === 1 && names[from] === '';
    if (parts[at] !== GLOBSTAR) return left > 0 && fits(parts[at], names[from]) && covers(parts, names, at + 1, from + 1);
    if (at === parts.length - 1) return left > 0 && names.slice(from).every((name) => !name.startsWith('.'));
    if (left > 0 && covers(parts, names, at + 1, from)) return true;
    return left > 0 && !names[from].startsWith('.') && covers(parts, names, at, from + 1);
  };
  // Without what stands for nothing; a dot at the beginning is kept.
  const withoutDots = (parts) => {
    const kept = [];
    parts.forEach((part, index) => {
      const last = kept.at(-1);
      const isNothing = index > 0 && (part === '.' || part === '' || part === '**' && last === '**');
      if (part === '..' && last && last !== '.' && last !== '..' && last !== '**') kept.pop();
      else if (!isNothing) kept.push(part);
    });
    if (parts.at(-1) === '' && kept.length > 0 && kept.at(-1) !== '') kept.push('');
    return kept;
  };
  // The patterns of a text. A backslash is a slash, as Node has it.
  const patternsOf = (pattern) => expanded(pattern.replaceAll('\\', '/')).map((one) => {
    const names = withoutDots(one.split('/'));
    return { names, parts: names.map(partOf) };
  });
  const matches = (given, pattern) => patternsOf(pattern).some(({ parts }) => covers(parts, given.split(/\/+/)));

  native.node.globs = { GLOBSTAR, fits, covers, patternsOf, matches };
})
