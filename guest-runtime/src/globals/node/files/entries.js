(function (native) {
  'use strict';
  const { hide, coded } = native.node;
  const { encoded, callable, integer, optionsOf } = native.node.checks;

  // What `stat` tells.
  const TYPE = 0o170000, FILE = 0o100000, DIRECTORY = 0o040000, LINK = 0o120000;
  const BLOCK = 0o060000, CHARACTER = 0o020000, PIPE = 0o010000, SOCKET = 0o140000;
  function StatsBase(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks) {
    this.dev = dev;
    this.mode = mode;
    this.nlink = nlink;
    this.uid = uid;
    this.gid = gid;
    this.rdev = rdev;
    this.blksize = blksize;
    this.ino = ino;
    this.size = size;
    this.blocks = blocks;
  }
  const kinds = {
    isDirectory: DIRECTORY, isFile: FILE, isBlockDevice: BLOCK, isCharacterDevice: CHARACTER, isSymbolicLink: LINK, isFIFO: PIPE, isSocket: SOCKET,
  };
  for (const name of Object.keys(kinds)) {
    const { [name]: test } = { [name]() { return this._checkModeProperty(kinds[name]); } };
    StatsBase.prototype[name] = test;
  }
  function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeMs, mtimeMs, ctimeMs, birthtimeMs) {
    StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
    this.atimeMs = atimeMs;
    this.mtimeMs = mtimeMs;
    this.ctimeMs = ctimeMs;
    this.birthtimeMs = birthtimeMs;
  }
  function BigIntStats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeNs, mtimeNs, ctimeNs, birthtimeNs) {
    StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
    const inMs = (nanos) => nanos / 1000000n;
    Object.assign(this, { atimeMs: inMs(atimeNs), mtimeMs: inMs(mtimeNs), ctimeMs: inMs(ctimeNs), birthtimeMs: inMs(birthtimeNs) });
    Object.assign(this, { atimeNs, mtimeNs, ctimeNs, birthtimeNs });
  }
  // Dates are made when they are asked for.
  const own = (holder, name, value) => {
    Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  for (const Class of [Stats, BigIntStats]) {
    Object.setPrototypeOf(Class, StatsBase);
    Object.setPrototypeOf(Class.prototype, StatsBase.prototype);
    for (const name of ['atime', 'mtime', 'ctime', 'birthtime']) {
      Object.defineProperty(Class.prototype, name, {
        get() { return own(this, name, new Date(Math.round(Number(this[`${name}Ms`])))); },
        set(value) { own(this, name, value); },
        enumerable: true,
        configurable: true,
      });
    }
  }
  Stats.prototype._checkModeProperty = function (type) { return (this.mode & TYPE) === type; };
  BigIntStats.prototype._checkModeProperty = function (type) { return (this.mode & BigInt(TYPE)) === BigInt(type); };

  // Nobody owns files here, all are on one device, and a directory has the size that it often has.
  const BLOCK_BYTES = 4096, DIRECTORY_BYTES = 4096;
  const statsOf = ([mode, links, number, size, time], isBig) => {
    const bytes = (mode & TYPE) === DIRECTORY ? DIRECTORY_BYTES : size;
    const blocks = (mode & TYPE) === LINK ? 0 : Math.ceil(bytes / BLOCK_BYTES) * 8;
    if (!isBig) return new Stats(1, mode, links, 0, 0, 0, BLOCK_BYTES, number, bytes, blocks, time, time, time, time);
    const nanos = BigInt(Math.round(time * 1000)) * 1000n;
    const facts = [1, mode, links, 0, 0, 0, BLOCK_BYTES, number, bytes, blocks].map(BigInt);
    return new BigIntStats(...facts, nanos, nanos, nanos, nanos);
  };

  // Entries of directories, by the numbers of libuv.
  const kind = Symbol('type');
  class Dirent {
    constructor(name, type, path) {
      this.name = name;
      this.parentPath = path;
      this[kind] = type;
    }
    isDirectory() { return this[kind] === 2; }
    isFile() { return this[kind] === 1; }
    isBlockDevice() { return this[kind] === 7; }
    isCharacterDevice() { return this[kind] === 6; }
    isSymbolicLink() { return this[kind] === 3; }
    isFIFO() { return this[kind] === 4; }
    isSocket() { return this[kind] === 5; }
  }

  const closed = () => coded(new Error('Directory handle was closed'), 'ERR_DIR_CLOSED');
  // A directory that is read entry by entry; its entries are those it had when it was opened.
  class Dir {
    #path;
    #entries;
    #isClosed = false;
    constructor(entries, path) {
      this.#entries = entries;
      this.#path = path;
    }
    get path() { return this.#path; }
    #next() {
      if (this.#isClosed) throw closed();
      return this.#entries.next().value ?? null;
    }
    #close() {
      if (this.#isClosed) throw closed();
      this.#isClosed = true;
    }
    #later(task, callback) {
      if (callback === undefined) return new Promise((resolve) => { resolve(task()); });
      callable(callback, 'callback');
      queueMicrotask(() => {
        let answer;
        try {
          answer = task();
        } catch (error) {
          callback(error);
          return;
        }
        callback(null, answer);
      });
      return undefined;
    }
    read(callback = undefined) {
      if (this.#isClosed) throw closed();
      return this.#later(() => this.#next(), callback);
    }
    readSync() { return this.#next(); }
    close(callback = undefined) { return this.#later(() => this.#close(), callback); }
    closeSync() { this.#close(); }
    async *entries() {
      try {
        for (let entry = this.#next(); entry !== null; entry = this.#next()) yield entry;
      } finally {
        this.#close();
      }
    }
    [Symbol.dispose]() { if (!this.#isClosed) this.#close(); }
    async [Symbol.asyncDispose]() { if (!this.#isClosed) this.#close(); }
  }
  hide(Dir.prototype, Symbol.asyncIterator, Dir.prototype.entries);

  const dirents = function* (path, pairs, encoding) {
    for (let i = 0; i < pairs.length; i += 2) yield new Dirent(encoded(pairs[i], encoding), pairs[i + 1], path);
  };
  native.node.entries = { Stats, BigIntStats, Dirent, Dir, statsOf, dirents, kind };
})
