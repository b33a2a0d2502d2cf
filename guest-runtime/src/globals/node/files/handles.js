(function (native) {
  'use strict';
  // What `fs.promises.open` gives.
  const { part, coded, require, checks } = native.node;
  const { descriptors } = part('fs/descriptors');
  const { dataOf } = checks;
  const { calls, filled, readInto } = descriptors;
  const EventEmitter = require('events');
  const { Buffer } = part('buffers');

  class FileHandle extends EventEmitter {
    #fd;
    #closing;
    constructor(fd) {
      super();
      this.#fd = fd;
    }
    get fd() { return this.#fd; }
    getAsyncId() { return 0; }
    // What a closed handle refuses has no file any more.
    #open(syscall) {
      if (this.#fd >= 0) return this.#fd;
      throw Object.assign(coded(new Error('file closed'), 'EBADF'), { syscall });
    }
    async read(...args) {
      const [fd, ...all] = filled('read', [this.#open('read'), ...args]);
      return { bytesRead: readInto(fd, all, true), buffer: all[0] };
    }
    async write(buffer, ...args) {
      const fd = this.#open('write');
      return { bytesWritten: buffer?.byteLength === 0 ? 0 : calls.write(fd, buffer, ...args), buffer };
    }
    async readv(buffers, position) { return { bytesRead: calls.readv(this.#open('readv'), buffers, position), buffers }; }
    async writev(buffers, position) { return { bytesWritten: calls.writev(this.#open('writev'), buffers, position), buffers }; }
    async readFile(options) { return descriptors.readFile(this.#open('readFile'), options); }
    async writeFile(data, options) {
      const fd = this.#open('writeFile');
      if (typeof data === 'string' || ArrayBuffer.isView(data)) {
        descriptors.writeFile(fd, data, options);
        return;
      }
      const isPieces = typeof data?.[Symbol.asyncIterator] === 'function' || typeof data?.[Symbol.iterator] === 'function';
      if (!isPieces) dataOf(data);
      for await (const piece of data) descriptors.writeFile(fd, ArrayBuffer.isView(piece) ? piece : Buffer.from(piece), options);
    }
    async appendFile(data, options) { return this.writeFile(data, options); }
    async stat(options) { return calls.fstat(this.#open('fstat'), options); }
    async truncate(length) { calls.ftruncate(this.#open('ftruncate'), length); }
    async sync() { calls.fsync(this.#open('fsync')); }
    async datasync() { calls.fdatasync(this.#open('fdatasync')); }
    async chmod(mode) { calls.fchmod(this.#open('fchmod'), mode); }
    async chown(uid, gid) { calls.fchown(this.#open('fchown'), uid, gid); }
    async utimes(atime, mtime) { calls.futimes(this.#open('futimes'), atime, mtime); }
    close() {
      if (this.#fd === -1) return this.#closing ?? Promise.resolve();
      const fd = this.#fd;
      this.#fd = -1;
      this.#closing = (async () => {
        calls.close(fd);
        this.#closing = undefined;
        this.emit('close');
      })();
      return this.#closing;
    }
    createReadStream(options) { return new (part('fs/streams').fileStreams.ReadStream)(undefined, { ...options, fd: this }); }
    createWriteStream(options) { return new (part('fs/streams').fileStreams.WriteStream)(undefined, { ...options, fd: this }); }
    readLines(options) {
      return part('readline').readline.createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
    }
    readableWebStream({ autoClose = false } = {}) {
      const fd = this.#open('readableWebStream');
      const end = async () => { if (autoClose) await this.close(); };
      return new ReadableStream({
        type: 'bytes',
        autoAllocateChunkSize: 16384,
        pull: async (controller) => {
          const { view } = controller.byobRequest;
          const bytesRead = calls.read(fd, view, view.byteOffset, view.byteLength);
          if (bytesRead === 0) {
            controller.close();
            await end();
          }
          controller.byobRequest.respond(bytesRead);
        },
        cancel: end,
      });
    }
    [Symbol.asyncDispose]() { return this.close(); }
  }
  native.node.FileHandle = FileHandle;
})
