(function (native) {
  'use strict';
  // Open files by their numbers. A file is known by its path: there are no i-nodes, so that a descriptor
  // does not follow a file that is renamed or removed.
  const { part, coded, viewed, checks, entries, operations } = native.node;
  const { system, operations: op } = native;
  const { callable, integer, object, wrongType, wrongValue, outOfRange, pathOf, flagsOf, modeOf, optionsOf, secondsOf, systemError, dataOf, checkAborted } = checks;
  const { Buffer } = part('buffers');
  const READ_ONLY = 0, WRITE_ONLY = 1, ACCESS = 3, CREATE = 0o100, APPEND = 0o2000, FILE_MODE = 0o666;
  // As many as a process of Linux may have.
  const OPEN_MAX = 1024;
  const NO_INPUT = 'programs have no standard input: what the run was given is the global `input`, e.g. async (input) => { … }';

  // Parts of files. What is not written at the end is written with what comes before it.
  const factsOf = (path, syscall) => system(op.stat, syscall, undefined, undefined, path, true);
  const readPart = (path, position, length) => system(op.readPart, 'read', undefined, undefined, path, position, length);
  const OVERWRITE = 2, ADD = WRITE_ONLY | APPEND;
  const opened = (path, flags, content) => system(op.open, 'write', undefined, undefined, path, flags, FILE_MODE, false, content);
  const writePart = (file, bytes, position) => {
    const size = factsOf(file.path, 'write')[3];
    if (file.flags & APPEND || position === size) {
      opened(file.path, ADD, bytes);
    } else if (position > size) {
      opened(file.path, OVERWRITE, position);
      try {
        opened(file.path, ADD, bytes);
      } catch (error) {
        opened(file.path, OVERWRITE, size);
        throw error;
      }
    } else {
      // What is written at the start leaves the rest as it is.
      const before = readPart(file.path, 0, position);
      opened(file.path, OVERWRITE, Buffer.concat([before, bytes]));
    }
  };

  // Those that every process has.
  const standard = (level) => ({ path: undefined, flags: level === 0 ? READ_ONLY : WRITE_ONLY, level, position: 0 });
  const table = new Map([0, 1, 2].map((number) => [number, standard(number)]));
  const checked = (fd) => integer(fd, 'fd', 0, 0x7fffffff);
  const fileOf = (fd, syscall) => {
    const file = table.get(checked(fd));
    if (file === undefined) throw systemError('EBADF', syscall);
    return file;
  };
  const ofPath = (fd, syscall) => {
    const file = fileOf(fd, syscall);
    if (file.path === undefined) throw systemError('EINVAL', syscall);
    return file;
  };
  const add = (file) => {
    let fd = 3;
    while (table.has(fd)) fd += 1;
    if (fd >= OPEN_MAX) throw systemError('EMFILE', 'open', file.path, undefined, `: ${OPEN_MAX} files are open; close those that are no longer used`);
    table.set(fd, file);
    return fd;
  };
  // The names of those that every process has, where it is one of a command.
  const STANDARD = { __proto__: null, '/dev/stdin': 0, '/dev/stdout': 1, '/dev/stderr': 2 };
  const open = (path, flags = 'r', mode = FILE_MODE) => {
    const file = pathOf(path);
    const level = STANDARD[file];
    if (level !== undefined && native.commandLine() !== undefined) return add(standard(level));
    const bits = flagsOf(flags);
    const permissions = modeOf(mode, 'mode', FILE_MODE);
    const made = { path: file, flags: bits, position: 0 };
    if (table.size >= OPEN_MAX) add(made);
    system(op.open, 'open', file, undefined, file, bits, permissions, (bits & CREATE) !== 0, undefined);
    made.path = system(op.realpath, 'open', file, undefined, file);
    return add(made);
  };
  const close = (fd) => {
    fileOf(fd, 'close');
    table.delete(fd);
  };

  // What is there of standard input and not read yet: all that read it share it.
  let rest, isInputOver = false;
  const readInput = (length) => {
    if (rest === undefined || (rest.length === 0 && !isInputOver)) {
      rest = native.readInput();
      if (rest === undefined) throw coded(new Error(`EAGAIN: ${NO_INPUT}`), 'EAGAIN');
      isInputOver = rest.length === 0;
    }
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(bytes.length);
    return bytes;
  };
  const readWholeInput = () => {
    const pieces = [];
    for (;;) {
      const bytes = readInput(Number.MAX_SAFE_INTEGER);
      if (bytes.length === 0) return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      pieces.push(bytes);
    }
  };
  const readBytes = (file, length, position) => {
    if (file.level === 0) return length === Number.MAX_SAFE_INTEGER ? readWholeInput() : readInput(length);
    if ((file.flags & ACCESS) === WRITE_ONLY) throw systemError('EBADF', 'read');
    const bytes = readPart(file.path, position ?? file.position, length);
    if (position === undefined) file.position += bytes.length;
    return bytes;
  };
  const writeBytes = (file, bytes, position) => {
    if (file.level > 0) {
      native.writeText(file.level === 2, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
      return bytes.length;
    }
    if ((file.flags & ACCESS) === READ_ONLY) throw systemError('EBADF', 'write');
    if (bytes.length === 0) return 0;
    writePart(file, bytes, position ?? file.position);
    if (position === undefined) file.position = file.flags & APPEND ? factsOf(file.path, 'write')[3] : file.position + bytes.length;
    return bytes.length;
  };

  // Arguments of reads and writes.
  const OF_BYTES = 'an instance of Buffer, TypedArray, or DataView';
  const positionOf = (position) => {
    if (position === undefined || position === null || position === -1 || position === -1n) return undefined;
    if (typeof position !== 'bigint' && typeof position !== 'number') throw wrongType('position', 'of type bigint or integer', position);
    if (typeof position === 'number' && !Number.isInteger(position)) throw outOfRange('position', 'an integer', position);
    if (position < -1 || position > Number.MAX_SAFE_INTEGER) throw outOfRange('position', `>= -1 && <= ${Number.MAX_SAFE_INTEGER}`, position);
    return Number(position);
  };
  // Where a write goes; anything but a place is where the last one has ended.
  const placeOf = (position) => (typeof position === 'number' && position >= 0 ? position : undefined);
  // The part of a buffer that is meant, from four arguments or from options.
  const partOf = (buffer, given, length, position) => {
    if (!ArrayBuffer.isView(buffer)) throw wrongType('buffer', OF_BYTES, buffer);
    let offset = given;
    if (typeof offset === 'object') ({ offset = 0, length = buffer.byteLength - offset, position } = offset ?? {});
    return { bytes: viewed(buffer), offset: offset ?? 0, length, position };
  };
  // A handle takes the rest of the buffer where no length is given; the other calls take options then.
  const readArguments = (args, isHandle) => {
    const [buffer, given, length, position] = args;
    const isShort = args.length <= 2;
    if (!isHandle && isShort && given !== undefined && given !== null) object(given, 'options');
    const found = partOf(buffer, given, length, position);
    const start = integer(found.offset, 'offset', 0);
    const isRest = isHandle ? found.length === undefined || found.length === null : found.length === undefined && isShort;
    const count = isRest ? found.bytes.length - start : found.length | 0;
    if (count === 0) return { target: found.bytes.subarray(0, 0), position: undefined };
    if (found.bytes.length === 0) throw wrongValue('buffer', buffer, 'is empty and cannot be written');
    if (count < 0) throw outOfRange('length', '>= 0', count);
    if (count + start > found.bytes.length) throw outOfRange('length', `<= ${found.bytes.length - start}`, count);
    return { target: found.bytes.subarray(start, start + count), position: positionOf(found.position) };
  };
  const readInto = (fd, args, isHandle) => {
    checked(fd);
    const { target, position } = readArguments(args, isHandle);
    if (target.length === 0) return 0;
    const bytes = readBytes(fileOf(fd, 'read'), target.length, position);
    target.set(bytes);
    return bytes.length;
  };
  const read = (fd, ...args) => readInto(fd, args, false);
  const writeArguments = (content, given, length, position) => {
    if (typeof content === 'string') {
      if (length === 'hex' && content.length % 2 !== 0) throw wrongValue('encoding', length, `is invalid for data of length ${content.length}`);
      return { bytes: viewed(Buffer.from(content, typeof length === 'string' ? length : 'utf8')), position: placeOf(given) };
    }
    if (!ArrayBuffer.isView(content)) throw wrongType('buffer', `of type string or ${OF_BYTES}`, content);
    const found = partOf(content, given, length, position);
    const start = integer(found.offset, 'offset', 0);
    const count = typeof found.length === 'number' ? found.length : found.bytes.length - start;
    if (start > found.bytes.length) throw outOfRange('offset', `<= ${found.bytes.length}`, start);
    if (count > found.bytes.length - start) throw outOfRange('length', `<= ${found.bytes.length - start}`, count);
    if (count < 0) throw outOfRange('length', '>= 0', count);
    return { bytes: found.bytes.subarray(start, start + count), position: placeOf(found.position) };
  };
  const write = (fd, ...args) => {
    checked(fd);
    const { bytes, position } = writeArguments(...args);
    return writeBytes(fileOf(fd, 'write'), bytes, position);
  };
  const several = (buffers) => {
    if (!Array.isArray(buffers) || !buffers.every(ArrayBuffer.isView)) throw wrongType('buffers', 'an ArrayBufferView[]', buffers);
    return buffers.map(viewed);
  };
  const readv = (fd, buffers, position) => {
    checked(fd);
    let at = placeOf(position), count = 0;
    for (const target of several(buffers)) {
      const bytes = readBytes(fileOf(fd, 'read'), target.length, at);
      target.set(bytes);
      count += bytes.length;
      if (at !== undefined) at += bytes.length;
      if (bytes.length < target.length) break;
    }
    return count;
  };
  const writev = (fd, buffers, position) => {
    checked(fd);
    return writeBytes(fileOf(fd, 'write'), viewed(Buffer.concat(several(buffers))), placeOf(position));
  };

  // What is left of a file behind the position, and content from there on.
  const readFile = (fd, options) => {
    const { encoding, signal } = optionsOf(options);
    checkAborted(signal);
    const bytes = readBytes(fileOf(fd, 'read'), Number.MAX_SAFE_INTEGER, undefined);
    const whole = Buffer.from(bytes);
    return encoding && encoding !== 'buffer' ? whole.toString(encoding) : whole;
  };
  const writeFile = (fd, data, options) => {
    const { encoding, signal } = optionsOf(options);
    checkAborted(signal);
    const content = dataOf(data, encoding);
    writeBytes(fileOf(fd, 'write'), viewed(typeof content === 'string' ? Buffer.from(content) : content), undefined);
  };
  const fstat = (fd, options = {}) => entries.statsOf(factsOf(ofPath(fd, 'fstat').path, 'fstat'), options?.bigint);
  const ftruncate = (fd, length = 0) => {
    checked(fd);
    const size = Math.max(0, integer(length ?? 0, 'len'));
    const file = ofPath(fd, 'ftruncate');
    if ((file.flags & ACCESS) === READ_ONLY) throw systemError('EINVAL', 'ftruncate');
    opened(file.path, OVERWRITE, size);
  };
  const ofFile = (syscall, task) => (fd, ...args) => { task(ofPath(fd, syscall), ...args); };
  const calls = {
    open, close, read, write, readv, writev, fstat, ftruncate,
    fsync: ofFile('fsync', () => {}),
    fdatasync: ofFile('fdatasync', () => {}),
    fchmod: ofFile('fchmod', ({ path }, mode) => { system(op.chmod, 'fchmod', undefined, undefined, path, modeOf(mode, 'mode')); }),
    fchown: ofFile('fchown', (_, uid, gid) => {
      integer(uid, 'uid', -1, 0xffffffff);
      integer(gid, 'gid', -1, 0xffffffff);
    }),
    futimes: ofFile('futime', ({ path }, atime, mtime) => {
      secondsOf(atime);
      system(op.utimes, 'futime', undefined, undefined, path, secondsOf(mtime) * 1000, true);
    }),
  };

  // The forms with a callback, which also is given the buffers.
  const later = (callback, ...args) => queueMicrotask(() => { Reflect.apply(callback, undefined, args); });
  const BUFFER_BYTES = 16384;
  const filled = (name, args) => {
    const [fd, first, ...rest] = args;
    if (name !== 'read' || ArrayBuffer.isView(first)) return args;
    if (first === undefined) return [fd, Buffer.alloc(BUFFER_BYTES)];
    const { buffer = Buffer.alloc(BUFFER_BYTES), ...others } = object(first, 'options');
    return [fd, buffer, others, ...rest];
  };
  const GIVES_BUFFER = ['read', 'write', 'readv', 'writev'];
  const withCallback = (name) => ({
    [name](...given) {
      const last = given.pop();
      if (name === 'close' && last === undefined || name === 'close' && given.length === 0) {
        close(last);
        return;
      }
      const callback = callable(last, 'cb');
      const args = filled(name, given);
      let answer;
      try {
        answer = calls[name](...args);
      } catch (error) {
        if (error.syscall === undefined && error.code !== 'EAGAIN') throw error;
        if (GIVES_BUFFER.includes(name)) later(callback, error, 0, args[1]);
        else later(callback, error);
        return;
      }
      if (GIVES_BUFFER.includes(name)) later(callback, null, answer, args[1]);
      else if (answer === undefined) later(callback, null);
      else later(callback, null, answer);
    },
  })[name];
  const names = { readv: 'bytesRead', writev: 'bytesWritten', read: 'bytesRead', write: 'bytesWritten' };
  const put = (holder, name, value) => Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
  const install = (fs) => {
    for (const name of Object.keys(calls)) {
      const task = withCallback(name);
      put(fs, name, task);
      put(fs, `${name}Sync`, { [`${name}Sync`](...args) { return calls[name](...args); } }[`${name}Sync`]);
      if (!names[name]) continue;
      Object.defineProperty(task, Symbol.for('nodejs.util.promisify.custom'), {
        value: async (...args) => {
          const all = filled(name, args);
          return { [names[name]]: calls[name](...all), [name.endsWith('v') ? 'buffers' : 'buffer']: all[1] };
        },
        configurable: true,
      });
    }
  };
  native.node.descriptors = { calls, filled, readInto, install, readFile, writeFile, checked, readInput, NO_INPUT };
})
