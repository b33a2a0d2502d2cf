(function (native) {
  'use strict';
  // `fs.createReadStream` and `fs.createWriteStream`. Each step waits for what the program does at once,
  // and none for a timer: what is written without waiting for it is on file when the program ends.
  const { part, checks, hide } = native.node;
  const { integer, boolean, pathOf, optionsOf, outOfRange, wrongType } = checks;
  const { nextTick } = native;
  const { calls, checked } = part('fs/descriptors').descriptors;
  const { Readable, Writable, finished, inherit, errors, fail } = part('stream').streams;
  const later = (task, ...args) => queueMicrotask(() => nextTick(task, ...args));
  const attempt = (task, callback) => later(() => {
    let answer;
    try {
      answer = task();
    } catch (error) {
      callback(error);
      return;
    }
    callback(null, answer);
  });

  const isHandle = (value) => typeof value === 'object' && value !== null && native.node.FileHandle !== undefined && value instanceof native.node.FileHandle;
  // Streams that write, for the note on those that were never ended.
  const writing = new Set();
  // What the log says of them at the end of the run.
  native.node.endNotes = () => [...writing]
    .filter((stream) => !stream.writableEnded && !stream.destroyed && stream.path !== undefined)
    .map(({ path, bytesWritten }) => `the stream that writes to ${path} was never ended: call its end(), or await pipeline(source, stream) of require("stream/promises"); the ${bytesWritten} bytes that were written are in the file`);

  const begin = (stream, path, options, flags) => {
    const { fd, start } = options;
    if (fd === undefined || fd === null) {
      stream.fd = null;
      stream.path = path;
      pathOf(path);
      stream.flags = options.flags ?? flags;
      stream.mode = options.mode ?? 0o666;
    } else if (isHandle(fd)) {
      stream.fd = fd.fd;
      hide(stream, 'handle', fd);
      fd.on('close', () => stream.close());
    } else {
      if (typeof fd !== 'number') throw wrongType('options.fd', 'of type number or an instance of FileHandle', fd);
      stream.fd = checked(fd);
    }
    if (options.autoClose !== undefined) boolean(options.autoClose, 'options.autoClose');
    if (start !== undefined) integer(start, 'start', 0);
    stream.start = start;
    stream.pos = start;
  };
  const streamOptions = (options, others) => ({ ...options, ...others, autoDestroy: options.autoClose ?? options.autoDestroy, emitClose: options.emitClose });
  const opened = (stream, callback) => {
    if (typeof stream.fd === 'number') {
      callback();
      return;
    }
    attempt(() => calls.open(stream.path, stream.flags, stream.mode), (error, fd) => {
      if (error) {
        callback(error);
        return;
      }
      stream.fd = fd;
      callback();
      stream.emit('open', fd);
      stream.emit('ready');
    });
  };
  const closed = (stream, error, callback) => {
    const { fd, handle } = stream;
    stream.fd = null;
    if (typeof fd !== 'number') callback(error);
    else if (handle) handle.close().then(() => callback(error), (failed) => callback(error || failed));
    else attempt(() => calls.close(fd), (failed) => callback(error || failed));
  };
  const stream = (Class, Parent, methods) => {
    inherit(Class, Parent);
    for (const [name, method] of Object.entries(methods)) hide(Class.prototype, name, method);
    Object.defineProperty(Class.prototype, 'pending', { get() { return this.fd === null; }, configurable: true });
    Object.defineProperty(Class.prototype, 'autoClose', {
      get() { return (this._readableState ?? this._writableState).autoDestroy; },
      set(value) { (this._readableState ?? this._writableState).autoDestroy = value; },
    });
  };
  function ReadStream(path, given) {
    if (!(this instanceof ReadStream)) return new ReadStream(path, given);
    const options = optionsOf(given, {});
    begin(this, path, options, 'r');
    this.end = options.end ?? Infinity;
    this.bytesRead = 0;
    if (this.end !== Infinity) {
      integer(this.end, 'end', 0);
      if (this.start !== undefined && this.start > this.end) throw outOfRange('start', `<= "end" (here: ${this.end})`, this.start);
    }
    if (this.start === undefined && this.end !== Infinity) this.pos = undefined;
    Reflect.apply(Readable, this, [streamOptions(options, {})]);
    return undefined;
  }
  stream(ReadStream, Readable, {
    _construct(callback) { opened(this, callback); },
    _read(size) {
      const left = this.end - (this.pos ?? this.bytesRead) + 1;
      const count = Math.min(left, size);
      if (count <= 0) {
        this.push(null);
        return;
      }
      const buffer = part('buffers').Buffer.alloc(count), { fd } = this;
      attempt(() => calls.read(fd, buffer, 0, count, this.pos ?? null), (error, bytesRead) => {
        if (error) {
          fail(this, error);
          return;
        }
        if (this.destroyed) return;
        if (this.pos !== undefined) this.pos += bytesRead;
        this.bytesRead += bytesRead;
        this.push(bytesRead > 0 ? buffer.subarray(0, bytesRead) : null);
      });
    },
    _destroy(error, callback) { closed(this, error, callback); },
    close(callback) {
      if (typeof callback === 'function') finished(this, callback);
      this.destroy();
    },
  });

  function WriteStream(path, given) {
    if (!(this instanceof WriteStream)) return new WriteStream(path, given);
    const options = optionsOf(given, {});
    if (options.flush !== undefined && options.flush !== null) boolean(options.flush, 'options.flush');
    begin(this, path, options, 'w');
    this.flush = options.flush ?? false;
    this.bytesWritten = 0;
    Reflect.apply(Writable, this, [streamOptions(options, { decodeStrings: true })]);
    if (options.encoding) this.setDefaultEncoding(options.encoding);
    writing.add(this);
    return undefined;
  }
  const write = (stream, task, callback) => {
    const { fd } = stream;
    attempt(() => task(fd, stream.pos), (error, count) => {
      if (error || stream.destroyed) {
        callback(error ?? errors.destroyed('write'));
        return;
      }
      stream.bytesWritten += count;
      if (stream.pos !== undefined) stream.pos += count;
      callback();
    });
  };
  stream(WriteStream, Writable, {
    _construct(callback) { opened(this, callback); },
    _write(chunk, encoding, callback) { write(this, (fd, at) => calls.write(fd, chunk, 0, chunk.length, at), callback); },
    _writev(chunks, callback) { write(this, (fd, at) => calls.writev(fd, chunks.map(({ chunk }) => chunk), at), callback); },
    _destroy(error, callback) {
      writing.delete(this);
      closed(this, error, callback);
    },
    close(callback) {
      if (typeof callback === 'function' && this.closed) {
        nextTick(callback);
        return;
      }
      if (!this.autoClose) this.on('finish', this.destroy);
      if (typeof callback === 'function') this.on('close', callback);
      this.end();
    },
  });
  hide(WriteStream.prototype, 'destroySoon', WriteStream.prototype.end);
  for (const Class of [ReadStream, WriteStream]) {
    hide(Class.prototype, 'open', function () { throw errors.missing('open()'); });
  }

  native.node.fileStreams = { ReadStream, WriteStream };
})
