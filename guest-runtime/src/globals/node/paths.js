(function (native) {
  'use strict';
  const { part, hide, coded, text, object, wrongType } = native.node;

  // No regular expression and no Set is made in these files while the snapshot is: they ask for
  // random keys of a table, which it cannot have.

  const lengthWithout = (value, end) => {
    let length = value.length;
    while (length > 0 && value[length - 1] === end) length -= 1;
    return length;
  };

  // Paths: the names are those of POSIX, and the working directory is `/`.
  const resolved = (path, isAbsolute) => {
    const parts = [];
    for (const part of path.split('/')) {
      if (part === '' || part === '.') continue;
      if (part !== '..') parts.push(part);
      else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
      else if (!isAbsolute) parts.push('..');
    }
    return parts.join('/');
  };
  // Where the last name begins and ends, without slashes behind it; what is only slashes has none.
  const lastName = (value) => {
    const end = lengthWithout(value, '/');
    return { start: value.slice(0, end).lastIndexOf('/') + 1, end };
  };
  // Where the extension begins, or the end of the name: a dot in front of it begins none.
  const dotOf = (value, { start, end }) => {
    const name = value.slice(start, end);
    const at = name.lastIndexOf('.');
    return at <= 0 || name === '..' ? end : start + at;
  };
  const withoutSuffix = (value, suffix, { start, end }) => {
    // What holds no name is kept where a suffix is named.
    if (end === 0 && suffix.length <= value.length) return value;
    const name = value.slice(start, end);
    return name !== suffix && name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : name;
  };
  const path = {
    sep: '/',
    delimiter: ':',
    isAbsolute: (value) => text(value, 'path').startsWith('/'),
    normalize(value) {
      text(value, 'path');
      if (value === '') return '.';
      const isAbsolute = value.startsWith('/');
      const end = value.endsWith('/') ? '/' : '';
      const whole = resolved(value, isAbsolute);
      if (whole === '') return isAbsolute ? '/' : `.${end}`;
      return `${isAbsolute ? '/' : ''}${whole}${end}`;
    },
    join(...parts) {
      const whole = parts.filter((part) => text(part, 'path') !== '').join('/');
      return whole === '' ? '.' : path.normalize(whole);
    },
    resolve(...parts) {
      let whole = '';
      for (let i = parts.length - 1; i >= 0 && !whole.startsWith('/'); i--) {
        if (text(parts[i], `paths[${i}]`) !== '') whole = `${parts[i]}/${whole}`;
      }
      if (!whole.startsWith('/')) whole = `${native.directory()}/${whole}`;
      return `/${resolved(whole, true)}`;
    },
    dirname(value) {
      const { start } = lastName(text(value, 'path'));
      const length = start > 0 ? start - 1 : 0;
      if (length > 1) return value.slice(0, length);
      if (length === 1) return value.startsWith('/') ? '//' : value[0];
      return value.startsWith('/') ? '/' : '.';
    },
    basename(value, suffix = undefined) {
      if (suffix !== undefined) text(suffix, 'suffix');
      const place = lastName(text(value, 'path'));
      if (suffix) return suffix === value ? '' : withoutSuffix(value, suffix, place);
      return value.slice(place.start, place.end);
    },
    extname(value) {
      const place = lastName(text(value, 'path'));
      return value.slice(dotOf(value, place), place.end);
    },
    relative(from, to) {
      if (text(from, 'from') === text(to, 'to')) return '';
      const [left, right] = [from, to].map((one) => path.resolve(one).split('/').filter(Boolean));
      let same = 0;
      while (same < left.length && left[same] === right[same]) same += 1;
      return [...left.slice(same).fill('..'), ...right.slice(same)].join('/');
    },
    parse(value) {
      const place = lastName(text(value, 'path'));
      const { start, end } = place;
      const root = value.startsWith('/') ? '/' : '';
      // Node takes the last dot of `/..` for an extension.
      const dot = value.slice(0, end) === '/..' ? end - 1 : dotOf(value, place);
      return {
        root,
        dir: start > 1 ? value.slice(0, start - 1) : root,
        base: value.slice(start, end),
        ext: value.slice(dot, end),
        name: value.slice(start, dot),
      };
    },
    format(value) {
      const { dir, root, base, name, ext } = object(value, 'pathObject');
      const dotted = ext ? `${ext[0] === '.' ? '' : '.'}${ext}` : '';
      const last = base || `${name || ''}${dotted}`;
      const folder = dir || root;
      if (!folder) return last;
      return folder === root ? `${folder}${last}` : `${folder}/${last}`;
    },
    matchesGlob: (value, pattern) => part('globs').globs.matches(text(value, 'path'), text(pattern, 'pattern')),
    toNamespacedPath: (value) => value,
  };
  path.posix = path;

  // URLs of files.
  const isUrl = (value) => Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);
  const wrongUrl = (code, message) => coded(new TypeError(message), code);
  const fileURLToPath = (given) => {
    const url = typeof given === 'string' ? new URL(given) : given;
    if (!isUrl(url)) throw wrongType('path', 'of type string or an instance of URL', given);
    if (url.protocol !== 'file:') throw wrongUrl('ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
    if (url.hostname !== '') throw wrongUrl('ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux');
    if (url.pathname.toLowerCase().includes('%2f')) {
      const error = wrongUrl('ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
      error.input = url;
      throw error;
    }
    return decodeURIComponent(url.pathname);
  };
  // What the parser of URLs would take for something else, and what Node writes so beyond that.
  const ESCAPED = ['%', '\\', '\n', '\r', '\t', ' ', '?', '#', '[', ']', '|', '~'];
  const pathToFileURL = (given) => {
    let escaped = path.resolve(text(given, 'path'));
    if (given.endsWith('/') && !escaped.endsWith('/')) escaped += '/';
    for (const one of ESCAPED) escaped = escaped.replaceAll(one, () => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
    return new URL(`file://${escaped}`);
  };

  Object.assign(native.node, { lengthWithout, path, isUrl, fileURLToPath, pathToFileURL });
  hide(globalThis, 'path', path);
})
