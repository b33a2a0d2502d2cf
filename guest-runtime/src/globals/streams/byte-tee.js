(function (native) {
  'use strict';
  const { need, nothing, resolved, DefaultReader, queueMicrotask } = native.streams;
  const { Tee } = need('tee'), { ByobReader, createBytes, copied } = need('byte');

  class ByteTee extends Tee {
    again = [false, false];
    use(Kind) {
      if (this.reader instanceof Kind) return;
      this.reader.release();
      this.reader = new Kind(this.stream);
      this.watch();
    }
    pull(at) {
      if (this.reading) {
        this.again[at] = true;
        return resolved();
      }
      this.reading = true;
      const request = this.branches[at].control.byobRequest();
      if (request === null) this.pullDefault();
      else this.pullByob(request.view, at);
      return resolved();
    }
    // Does something with a chunk and a copy of it, a microtask later.
    later(task) {
      queueMicrotask(() => {
        this.again = [false, false];
        if (!task()) return;
        this.reading = false;
        const at = this.again.indexOf(true);
        if (at >= 0) this.pull(at);
      });
    }
    copyOf({ buffer, byteOffset, byteLength }) {
      try {
        return new Uint8Array(copied(buffer, byteOffset, byteLength));
      } catch (error) {
        for (const { control } of this.branches) control.error(error);
        this.ended.resolve(this.stream.cancel(error));
        return undefined;
      }
    }
    pullDefault() {
      this.use(DefaultReader);
      this.reader.read({
        chunk: (chunk) => this.later(() => {
          let next = chunk;
          if (!this.cancelled[0] && !this.cancelled[1] && (next = this.copyOf(chunk)) === undefined) return false;
          if (!this.cancelled[0]) this.branches[0].control.enqueue(chunk);
          if (!this.cancelled[1]) this.branches[1].control.enqueue(next);
          return true;
        }),
        close: () => {
          this.reading = false;
          this.each((control) => control.close());
          for (const { control } of this.branches) if (control.places.length > 0) control.respond(0);
          this.resolve();
        },
        error: () => { this.reading = false; },
      });
    }
    pullByob(view, at) {
      this.use(ByobReader);
      const own = this.branches[at].control, other = this.branches[1 - at].control;
      this.reader.readInto(view, 1, {
        chunk: (chunk) => this.later(() => {
          let copy;
          if (!this.cancelled[1 - at] && (copy = this.copyOf(chunk)) === undefined) return false;
          if (!this.cancelled[at]) own.respondWith(chunk);
          if (copy !== undefined) other.enqueue(copy);
          return true;
        }),
        close: (chunk) => {
          this.reading = false;
          if (!this.cancelled[at]) own.close();
          if (!this.cancelled[1 - at]) other.close();
          if (chunk !== undefined) {
            if (!this.cancelled[at]) own.respondWith(chunk);
            if (!this.cancelled[1 - at] && other.places.length > 0) other.respond(0);
          }
          this.resolve();
        },
        error: () => { this.reading = false; },
      });
    }
  }
  const teeBytes = (stream) => {
    const tee = new ByteTee(stream);
    for (const at of [0, 1]) tee.branches.push(createBytes(nothing, () => tee.pull(at), (reason) => tee.cancel(at, reason)));
    tee.watch();
    return tee;
  };

  Object.assign(native.streams, { teeBytes });
})
