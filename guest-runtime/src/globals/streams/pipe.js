(function (native) {
  'use strict';
  const { wrongType } = native.node, { Promise } = globalThis;
  const {
    invalid, nothing, react, resolved, rejected, pending, handled, options, isPlain, Readable, DefaultReader, Writable, Writer, given, queueMicrotask,
  } = native.streams.need('writable');

  // Where a stream ends, or has ended already.
  const watch = (stream, state, promise, task) => {
    if (stream.state === state) task(stream.failure);
    else if (state === 'closed') react(promise, task, nothing);
    else react(promise, undefined, task);
  };
  // Chunks go from a source to a destination as long as there is room.
  class Pipe {
    source; target; settings; reader; writer; isOver = false; written = resolved(); outcome = pending(); unwatch = nothing;
    constructor(source, target, settings) {
      this.source = source;
      this.target = target;
      this.settings = settings;
      this.reader = new DefaultReader(source);
      this.writer = new Writer(target);
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
      if (source.state === 'readable' && isPlain(source) && control.queue.length > 0) {
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
      const { promise, resolve, reject } = pending();
      reader.read({
        // Not at once: the source is still in its `enqueue`.
        chunk: (chunk) => queueMicrotask(() => {
          this.write(chunk);
          resolve(false);
        }),
        close: () => resolve(true),
        error: reject,
      });
      return promise;
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
  const targetOf = (face) => given(face, Writable, 'transform.writable');
  const pipeTo = (source, face, value) => {
    const target = targetOf(face);
    return piped(source, target, settingsOf(value));
  };
  const pipeThrough = (source, transform, value) => {
    const readable = transform?.readable;
    given(readable, Readable, 'transform.readable');
    const target = targetOf(transform.writable);
    handled(piped(source, target, settingsOf(value)));
    return readable;
  };

  Object.assign(native.streams, { pipeTo, pipeThrough });
})
