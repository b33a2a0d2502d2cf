(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  const coded = (error, code) => {
    error.code = code;
    return error;
  };

  // No regular expression and no Set is made in these files while the snapshot is: they ask for
  // random keys of a table, which it cannot have.

  const lengthWithout = (value, end) => {
    let length = value.length;
    while (length > 0 && value[length - 1] === end) length -= 1;
    return length;
  };


  // Paths: the names are those of POSIX, and the working directory is `/`.
  const text = (value, name) => {
    if (typeof value !== 'string') {
      const what = value === null ? 'null' : typeof value;
      throw coded(new TypeError(`The "${name}" argument must be of type string. Received ${what}`), 'ERR_INVALID_ARG_TYPE');
    }
    return value;
  };
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
      for (const part of parts.reverse()) {
        if (text(part, 'paths') === '') continue;
        whole = whole === '' ? part : `${part}/${whole}`;
        if (part.startsWith('/')) break;
      }
      return `/${resolved(whole, true)}`;
    },
    dirname(value) {
      const { dir } = path.parse(text(value, 'path'));
      return dir === '' ? '.' : dir;
    },
    basename(value, suffix = '') {
      const { base } = path.parse(text(value, 'path'));
      if (text(suffix, 'suffix') === value) return '';
      return base !== suffix && base.endsWith(suffix) ? base.slice(0, base.length - suffix.length) : base;
    },
    extname: (value) => path.parse(text(value, 'path')).ext,
    relative(from, to) {
      const left = path.resolve(text(from, 'from')).split('/').filter(Boolean);
      const right = path.resolve(text(to, 'to')).split('/').filter(Boolean);
      let same = 0;
      while (same < left.length && left[same] === right[same]) same += 1;
      return [...left.slice(same).fill('..'), ...right.slice(same)].join('/');
    },
    parse(value) {
      text(value, 'path');
      const root = value.startsWith('/') ? '/' : '';
      const whole = value.slice(0, lengthWithout(value, '/'));
      const at = whole.lastIndexOf('/');
      const base = whole.slice(at + 1);
      const dir = at > 0 ? whole.slice(0, at) : root;
      const dot = base === '..' ? -1 : base.lastIndexOf('.');
      const ext = dot > 0 ? base.slice(dot) : '';
      return { root, dir, base, ext, name: base.slice(0, base.length - ext.length) };
    },
    format({ dir, root = '', base, name = '', ext = '' }) {
      const dotted = ext !== '' && !ext.startsWith('.') ? `.${ext}` : ext;
      const last = base || `${name}${dotted}`;
      if (!dir) return `${root}${last}`;
      return dir === root ? `${dir}${last}` : `${dir}/${last}`;
    },
    toNamespacedPath: (value) => value,
  };
  path.posix = path;

  native.node = { hide, coded, text, lengthWithout, path };
  hide(globalThis, 'path', path);
})
