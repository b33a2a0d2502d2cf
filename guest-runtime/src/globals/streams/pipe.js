(function (native) {
  'use strict';
  const { wrongType } = native.node;
  const {
    of, invalid, nothing, react, resolved, rejected, handled, Deferred, options, Readable, DefaultReader, DefaultControl, ByteControl, ByobReader,
    createReadable, createBytes, copied, given, queueMicrotask,
  } = native.streams;

  // Where a stream ends, or has ended already.
  const watch = (stream, state, promise, task) => {
    if (stream.state === state) task(stream.failure);
    else if (state === 'closed') react(promise, task, nothing);
    else react(promise, undefined, task);
  };
  // Chunks go from a source to a destination as long as there is room.
  class Pipe {
    source; target; settings; reader; writer; isOver = false; written = resolved(); outcome = new Deferred(); unwatch = nothing;
    constructor(source, target, settings) {
      this.source = source;
      this.target = target;
      this.settings = settings;
      this.reader = new DefaultReader(source);
      this.writer = new native.streams.Writer(target);
      source.isDisturbed = true;
    }
    begin() {
      const { source, target, settings: { preventAbort, preventCancel, preventClose, signal } } = this;
      if (signal !== undefined) {
        const abort = () => this.abort(signal.reason);
        if (signal.aborted) {
          abort();
          return this.outcome.promise;
        }
        signal.addEventListener('abort', abort, { once: true });
        this.unwatch = () => signal.removeEventListener('abort', abort);
      }
      handled(this.run());
      const cancel = preventCancel ? undefined : (error) => source.cancel(error);
      watch(source, 'errored', this.reader.closed.promise, (error) => this.end(preventAbort ? undefined : () => target.abort(error), true, error));
      watch(target, 'errored', this.writer.closed.promise, (error) => this.end(cancel && (() => cancel(error)), true, error));
      watch(source, 'closed', this.reader.closed.promise, () => this.end(preventClose ? undefined : () => this.close(), false));
      if (target.isClosing || target.state === 'closed') {
        const error = invalid('Destination WritableStream is closed');
        this.end(cancel && (() => cancel(error)), true, error);
      }
      return this.outcome.promise;
    }
    async run() {
      while (!await this.step());
    }
    // Whether it was the last one.
    async step() {
      const { source, target, writer, reader } = this;
      if (this.isOver) return true;
      if (target.hasBackpressure) {
        await writer.ready.promise;
        if (this.isOver) return true;
      }
      const { control } = source;
      if (source.state === 'readable' && control instanceof DefaultControl && control.queue.length > 0) {
        while (control.queue.length > 0 && !this.isOver) {
          const chunk = control.queue.shift();
          if (control.isClosing && control.queue.length === 0) control.finish();
          this.write(chunk);
          if (target.hasBackpressure || target.state !== 'writable' || target.isClosing) break;
        }
        if (this.isOver) return true;
        control.pullIfNeeded();
        return source.state === 'closed';
      }
      return new Promise((resolve, reject) => {
        reader.read({
          // Not at once: the source is still in its `enqueue`.
          chunk: (chunk) => queueMicrotask(() => {
            this.write(chunk);
            resolve(false);
          }),
          close: () => resolve(true),
          error: reject,
        });
      });
    }
    // Nothing is written any more when the pipe was stopped meanwhile.
    write(chunk) { if (this.writer.stream !== undefined) this.written = handled(this.writer.write(chunk)); }
    close() {
      const { target } = this;
      if (target.isClosing || target.state === 'closed') return resolved();
      return target.state === 'errored' ? rejected(target.failure) : target.close();
    }
    abort(reason) {
      const { source, target, settings: { preventAbort, preventCancel } } = this;
      this.end(() => {
        const ends = [];
        if (!preventAbort) ends.push(target.state === 'writable' ? target.abort(reason) : resolved());
        if (!preventCancel) ends.push(source.state === 'readable' ? source.cancel(reason) : resolved());
        // As many microtasks later as in Node.
        return react(Promise.all(ends.map((one) => react(one, nothing))), nothing);
      }, true, reason);
    }
    // Waits for what was read to be written, then does what is left to do.
    end(action, isFailure, error = undefined) {
      if (this.isOver) return;
      this.isOver = true;
      const fail = (reason) => this.finish(true, reason), finish = () => this.finish(isFailure, error);
      const act = action === undefined ? finish : () => react(action(), finish, fail);
      if (this.target.state === 'writable' && !this.target.isClosing) react(this.allWritten(), act, fail);
      else act();
    }
    async allWritten() {
      const { written } = this;
      await written;
      if (written !== this.written) await this.allWritten();
    }
    finish(isFailure, error) {
      this.writer.release();
      this.reader.detach();
      this.unwatch();
      if (isFailure) this.outcome.reject(error);
      else this.outcome.resolve();
    }
  }
  const settingsOf = (value) => {
    const { preventAbort, preventCancel, preventClose, signal } = options(value);
    if (signal !== undefined && !native.isSignal(signal)) throw wrongType('options.signal', 'an instance of AbortSignal', signal);
    return { preventAbort: Boolean(preventAbort), preventCancel: Boolean(preventCancel), preventClose: Boolean(preventClose), signal };
  };
  const piped = (source, target, settings) => {
    if (source.reader !== undefined) throw invalid('The ReadableStream is locked');
    if (target.writer !== undefined) throw invalid('The WritableStream is locked');
    return new Pipe(source, target, settings).begin();
  };
  const targetOf = (face) => given(face, native.streams.Writable, 'transform.writable');
  const pipeTo = (source, face, value) => {
    const target = targetOf(face);
    return piped(source, target, settingsOf(value));
  };
  const pipeThrough = (source, transform, value) => {
    const readable = transform?.readable, writable = transform?.writable;
    given(readable, Readable, 'transform.readable');
    const target = targetOf(writable);
    handled(piped(source, target, settingsOf(value)));
    return readable;
  };

  // What both branches of a tee have: the stream is cancelled when both are.
  class Tee {
    stream; reader; reading = false; branches = []; cancelled = [false, false]; reasons = [undefined, undefined]; ended = new Deferred();
    constructor(stream) {
      this.stream = stream;
      this.reader = new DefaultReader(stream);
    }
    each(task) {
      for (const at of [0, 1]) if (!this.cancelled[at]) task(this.branches[at].control);
    }
    // A branch may still be read when both have ended but one.
    resolve() { if (!this.cancelled[0] || !this.cancelled[1]) this.ended.resolve(); }
    cancel(at, reason) {
      this.cancelled[at] = true;
      this.reasons[at] = reason;
      if (this.cancelled[1 - at]) this.ended.resolve(this.stream.cancel([...this.reasons]));
      return this.ended.promise;
    }
    watch() {
      const { reader } = this;
      react(reader.closed.promise, undefined, (error) => {
        if (reader !== this.reader) return;
        for (const { control } of this.branches) control.error(error);
        this.resolve();
      });
    }
    get faces() { return this.branches.map(({ face }) => face); }
  }
  const teeDefault = (stream) => {
    const tee = new Tee(stream);
    const pull = async () => {
      if (tee.reading) return;
      tee.reading = true;
      tee.reader.read({
        // A microtask later, so that an error of the stream comes first.
        chunk: (chunk) => queueMicrotask(() => {
          tee.reading = false;
          tee.each((control) => control.enqueue(chunk));
        }),
        // As in Node, after the microtasks.
        close: () => native.nextTick(() => {
          tee.reading = false;
          tee.each((control) => control.close());
          tee.resolve();
        }),
        error: () => { tee.reading = false; },
      });
    };
    for (const at of [0, 1]) tee.branches.push(createReadable(nothing, pull, (reason) => tee.cancel(at, reason)));
    tee.watch();
    return tee.faces;
  };

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
    return tee.faces;
  };
  const tee = (stream) => (stream.control instanceof ByteControl ? teeBytes(stream) : teeDefault(stream));

  Object.assign(native.streams, { pipeTo, pipeThrough, tee });
})
