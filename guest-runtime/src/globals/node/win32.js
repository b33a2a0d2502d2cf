(function (native) {
  'use strict';
  // `path.win32`: paths of Windows, taken apart as text.
  const { text, object, path: posix } = native.node;
  const isSlash = (one) => one === '\\' || one === '/';
  const isLetter = (one) => one >= 'a' && one <= 'z' || one >= 'A' && one <= 'Z';
  const slashAt = (value, from) => {
    let at = from;
    while (at < value.length && !isSlash(value[at])) at += 1;
    return at;
  };
  const pastSlashes = (value, from) => {
    let at = from;
    while (at < value.length && isSlash(value[at])) at += 1;
    return at;
  };
  // The device (`C:`, `\\server\share`), how long it is with what follows, and whether the path is absolute.
  const rootOf = (value, knowsDevices = true) => {
    if (value === '') return { device: '', end: 0, isAbsolute: false };
    if (!isSlash(value[0])) {
      if (!isLetter(value[0]) || value[1] !== ':') return { device: '', end: 0, isAbsolute: false };
      const isAbsolute = value.length > 2 && isSlash(value[2]);
      return { device: value.slice(0, 2), end: isAbsolute ? 3 : 2, isAbsolute };
    }
    const bare = { device: '', end: 1, isAbsolute: true };
    if (!isSlash(value[1])) return bare;
    const server = slashAt(value, 2);
    if (server === 2 || server === value.length) return bare;
    const from = pastSlashes(value, server);
    if (from === value.length) return bare;
    const name = value.slice(2, server);
    // The names of devices have no share.
    if (knowsDevices && (name === '.' || name === '?')) return { device: `\\\\${name}`, end: 4, isAbsolute: true };
    const share = slashAt(value, from);
    return { device: `\\\\${name}\\${value.slice(from, share)}`, end: share, isAbsolute: true, isShare: true };
  };
  const settled = (value, isAbsolute) => {
    const parts = [];
    for (const one of value.replaceAll('/', '\\').split('\\')) {
      if (one === '' || one === '.') continue;
      if (one !== '..') parts.push(one);
      else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
      else if (!isAbsolute) parts.push('..');
    }
    return parts.join('\\');
  };
  // What begins with a name and a colon would be read as a device or a stream of a file.
  const RESERVED = ['CON', 'PRN', 'AUX', 'NUL', ...Array.from('123456789\u00b9\u00b2\u00b3', (one) => `COM${one}`), ...Array.from('123456789\u00b9\u00b2\u00b3', (one) => `LPT${one}`)];
  const isReserved = (value, colon) => RESERVED.includes(value.slice(0, colon).toUpperCase());

  const normalize = (given) => {
    const value = text(given, 'path');
    if (value === '') return '.';
    if (value.length === 1) return value === '/' ? '\\' : value;
    let { device, end, isAbsolute, isShare } = rootOf(value);
    if (isShare && end === value.length) return `${device}\\`;
    const at = value.indexOf(':');
    // As in Node, a name without a colon is looked at without its last letter.
    const namesDevice = isReserved(value, at);
    if (namesDevice && at > 0 && device === '') [device, end] = [value.slice(0, at + 1), at + 1];
    let tail = end < value.length ? settled(value.slice(end), isAbsolute) : '';
    if (tail === '' && !isAbsolute) tail = '.';
    if (tail !== '' && isSlash(value.at(-1))) tail += '\\';
    if (!isAbsolute && device === '' && value.includes(':')) {
      if (tail.length >= 2 && isLetter(tail[0]) && tail[1] === ':') return `.\\${tail}`;
      let colon = value.indexOf(':');
      do {
        if (colon === value.length - 1 || isSlash(value[colon + 1])) return `.\\${tail}`;
        colon = value.indexOf(':', colon + 1);
      } while (colon >= 0);
    }
    if (namesDevice) return `.\\${device}${tail}`;
    return `${device}${isAbsolute ? '\\' : ''}${tail}`;
  };
  const join = (...parts) => {
    const given = parts.filter((one) => text(one, 'path') !== '');
    if (given.length === 0) return '.';
    let joined = given.join('\\');
    // Two slashes begin the name of a server only where the first part means one.
    const first = given[0];
    const slashes = pastSlashes(first, 0);
    const namesServer = slashes === 2 && first.length > 2;
    if (!namesServer) {
      const count = pastSlashes(joined, 0);
      if (count >= 2) joined = `\\${joined.slice(count)}`;
    }
    // What names a device is not settled: it would come to mean another.
    const names = joined.replaceAll('/', '\\').split('\\');
    if (names.some((name) => name.includes(':') && isReserved(name, name.indexOf(':')))) return names.join('\\');
    return normalize(joined);
  };
  const resolve = (...parts) => {
    let device = '', tail = '', isAbsolute = false;
    for (let at = parts.length - 1; at >= -1; at--) {
      let value;
      if (at >= 0) {
        value = text(parts[at], `paths[${at}]`);
        if (value === '') continue;
      } else {
        // The working directory has no drive here.
        value = '\\';
        if (device !== '') value = `${device}\\`;
      }
      const root = rootOf(value);
      if (root.device !== '') {
        if (device !== '' && root.device.toLowerCase() !== device.toLowerCase()) continue;
        device ||= root.device;
      }
      if (isAbsolute) {
        if (device !== '') break;
      } else {
        tail = `${value.slice(root.end)}\\${tail}`;
        isAbsolute = root.isAbsolute;
        if (isAbsolute && device !== '') break;
      }
    }
    const whole = settled(tail, isAbsolute);
    return isAbsolute ? `${device}\\${whole}` : `${device}${whole}` || '.';
  };
  const isAbsolute = (given) => {
    const value = text(given, 'path');
    return value !== '' && (isSlash(value[0]) || value.length > 2 && isLetter(value[0]) && value[1] === ':' && isSlash(value[2]));
  };
  const relative = (from, to) => {
    if (text(from, 'from') === text(to, 'to')) return '';
    const [start, target] = [resolve(from), resolve(to)];
    if (start.toLowerCase() === target.toLowerCase()) return '';
    const parts = (value) => value.split('\\').filter(Boolean);
    const [left, right] = [parts(start), parts(target)];
    let same = 0;
    while (same < left.length && same < right.length && left[same].toLowerCase() === right[same].toLowerCase()) same += 1;
    if (same === 0) return target;
    return [...left.slice(same).fill('..'), ...right.slice(same)].join('\\');
  };

  // Where the last name begins and ends, behind the root.
  const nameOf = (value, from) => {
    let end = value.length;
    while (end > from && isSlash(value[end - 1])) end -= 1;
    let start = end;
    while (start > from && !isSlash(value[start - 1])) start -= 1;
    return { start, end };
  };
  const driveEnd = (value) => (value.length >= 2 && isLetter(value[0]) && value[1] === ':' ? 2 : 0);
  const dotOf = (name) => {
    const at = name.lastIndexOf('.');
    return at <= 0 || name === '..' ? name.length : at;
  };
  const dirname = (given) => {
    const value = text(given, 'path');
    if (value === '') return '.';
    if (value.length === 1) return isSlash(value) ? value : '.';
    const { end, isShare } = rootOf(value, false);
    const root = isShare && end < value.length ? end + 1 : end;
    if (isShare && end === value.length) return value;
    const { start } = nameOf(value, root);
    if (start > root) return value.slice(0, start - 1);
    return root === 0 ? '.' : value.slice(0, root);
  };
  const basename = (given, suffix = undefined) => {
    if (suffix !== undefined) text(suffix, 'suffix');
    const value = text(given, 'path');
    const from = driveEnd(value);
    if (suffix && suffix === value) return '';
    const { start, end } = nameOf(value, from);
    const name = value.slice(start, end);
    if (!suffix) return name;
    if (name === '' && suffix.length <= value.length) return value.slice(from);
    return name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  };
  const extname = (given) => {
    const value = text(given, 'path');
    const { start, end } = nameOf(value, driveEnd(value));
    const name = value.slice(start, end);
    return name.slice(dotOf(name));
  };
  const parse = (given) => {
    const value = text(given, 'path');
    const { end, isShare } = rootOf(value, false);
    const root = isShare && end < value.length ? end + 1 : end;
    if (value.length === 1) {
      return isSlash(value) ? { root: value, dir: value, base: '', ext: '', name: '' } : { root: '', dir: '', base: value, ext: '', name: value };
    }
    const { start, end: last } = nameOf(value, root);
    const base = value.slice(start, last);
    const dot = dotOf(base);
    const dir = start > root ? value.slice(0, start - 1) : value.slice(0, root);
    return { root: value.slice(0, root), dir, base, ext: base.slice(dot), name: base.slice(0, dot) };
  };
  const format = (given) => {
    const { dir, root, base, name, ext } = object(given, 'pathObject');
    const dotted = ext ? `${ext[0] === '.' ? '' : '.'}${ext}` : '';
    const last = base || `${name || ''}${dotted}`;
    const folder = dir || root;
    if (!folder) return last;
    return folder === root ? `${folder}${last}` : `${folder}\\${last}`;
  };
  const toNamespacedPath = (value) => {
    if (typeof value !== 'string' || value === '') return value;
    const whole = resolve(value);
    if (whole.length <= 2) return value;
    if (whole.startsWith('\\\\') && whole[2] !== '?' && whole[2] !== '.') return `\\\\?\\UNC\\${whole.slice(2)}`;
    if (isLetter(whole[0]) && whole[1] === ':' && whole[2] === '\\') return `\\\\?\\${whole}`;
    return whole;
  };
  const win32 = {
    sep: '\\', delimiter: ';', normalize, join, resolve, isAbsolute, relative, dirname, basename, extname, parse, format, toNamespacedPath,
    matchesGlob: (value, pattern) => posix.matchesGlob(text(value, 'path').replaceAll('\\', '/'), text(pattern, 'pattern').replaceAll('\\', '/')),
    posix,
  };
  win32.win32 = win32;
  native.node.win32 = win32;
})
