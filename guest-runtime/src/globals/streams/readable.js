(function (native) {
  'use strict';
  const { coded, wrongType, wrongValue, hide } = native.node;
  const {
    publish, bind, of, ifOf, show, illegal, invalid, outOfValues, nothing, react, resolved, rejected, pending, Deferred, promised, started,
    Queue, need, isObject, object, options, algorithm, starter, one, sizeOf, markOf,
  } = native.streams;
  const { apply } = Reflect, { assign } = Object, { asyncIterator, iterator } = Symbol;

  class Readable {
    static label = 'ReadableStream';
    face; state = 'readable'; failure = undefined; reader = undefined; control = undefined; isDisturbed = false;
    cancel(reason) {
      this.isDisturbed = true;
      if (this.state === 'closed') return resolved();
      if (this.state === 'errored') return rejected(this.failure);
      this.close();
      if (this.reader?.isByob) this.reader.requests.drain((request) => request.close(undefined));
      return react(this.control.cancelSteps(reason), nothing);
    }
    close() {
      const { reader } = this;
      this.state = 'closed';
      if (reader === undefined) return;
      reader.closed.resolve();
      if (!reader.isByob) reader.requests.drain((request) => request.close(undefined));
    }
    fail(error) {
      const { reader } = this;
      this.state = 'errored';
      this.failure = error;
      if (reader === undefined) return;
      reader.closed.fail(error);
      reader.requests.drain((request) => request.error(error));
    }
    // How many reads wait.
    get waiting() { return this.reader === undefined ? 0 : this.reader.requests.length; }
    // Gives the read that waits longest what it waits for.
    fulfill(chunk, isDone) {
      const request = this.reader.requests.shift();
      if (isDone) request.close(chunk);
      else request.chunk(chunk);
    }
  }

  class Reader {
    face; stream = undefined; closed = new Deferred(); requests = new Queue();
    constructor(stream) {
      if (stream.reader !== undefined) throw invalid('ReadableStream is locked');
      this.stream = stream;
      stream.reader = this;
      if (stream.state === 'closed') this.closed.resolve();
      else if (stream.state === 'errored') this.closed.fail(stream.failure);
    }
    // Without the reads that wait, where there can be none but that of a pipe.
    detach() {
      const { stream } = this;
      if (!this.closed.isPending) this.closed = new Deferred();
      this.closed.fail(invalid('Reader released'));
      stream.control.releaseSteps();
      stream.reader = this.stream = undefined;
    }
    release() {
      if (this.stream === undefined) return;
      this.detach();
      const error = invalid('Releasing reader');
      this.requests.drain((request) => request.error(error));
    }
    cancel(reason) {
      return this.stream === undefined ? rejected(invalid('The reader is not attached to a stream')) : this.stream.cancel(reason);
    }
  }
  class DefaultReader extends Reader {
    static label = 'ReadableStreamDefaultReader';
    isByob = false;
    read(request) {
      const { stream } = this;
      stream.isDisturbed = true;
      if (stream.state === 'closed') request.close();
      else if (stream.state === 'errored') request.error(stream.failure);
      else stream.control.pullSteps(request);
    }
  }

  // What both kinds of controllers do: they ask the source for more, one request at a time.
  class Control {
    face; stream; queue = new Queue(); hasStarted = false; isClosing = false; isPulling = false; pullsAgain = false;
    pullSource; cancelSource; mark; size; pieceBytes;
    failed = (error) => this.error(error);
    pulled = () => {
      this.isPulling = false;
      if (!this.pullsAgain) return;
      this.pullsAgain = false;
      this.pullIfNeeded();
    };
    // `parts` is what the source does, and the strategy: pullSource, cancelSource, mark, and size or pieceBytes.
    constructor(stream, parts) {
      assign(this, parts);
      this.stream = stream;
      stream.control = this;
    }
    begin(Class, start) {
      show(this, Class);
      started(start(this.face), () => {
        this.hasStarted = true;
        this.pullIfNeeded();
      }, this.failed);
    }
    get isOpen() { return !this.isClosing && this.stream.state === 'readable'; }
    get desiredSize() {
      const { state } = this.stream;
      return state === 'errored' ? null : state === 'closed' ? 0 : this.mark - this.queue.total;
    }
    get isHungry() {
      const { stream, queue } = this;
      return this.hasStarted && !this.isClosing && stream.state === 'readable' && (stream.waiting > 0 || this.mark > queue.total);
    }
    pullIfNeeded() {
      if (!this.isHungry) return;
      if (this.isPulling) {
        this.pullsAgain = true;
        return;
      }
      this.isPulling = true;
      react(this.pullSource(this.face), this.pulled, this.failed);
    }
    // The source is asked no more, and may be collected.
    forget() { this.pullSource = this.cancelSource = this.size = undefined; }
    finish() {
      this.forget();
      this.stream.close();
    }
    error(error) {
      if (this.stream.state !== 'readable') return;
      this.queue.clear();
      this.forget();
      this.stream.fail(error);
    }
    cancelSteps(reason) {
      this.queue.clear();
      const result = this.cancelSource(reason);
      this.forget();
      return result;
    }
    releaseSteps() {}
  }
  class DefaultControl extends Control {
    static label = 'ReadableStreamDefaultController';
    // The oldest chunk of a queue that has one.
    take() {
      const chunk = this.queue.shift();
      if (this.isClosing && this.queue.length === 0) this.finish();
      else this.pullIfNeeded();
      return chunk;
    }
    pullSteps(request) {
      if (this.queue.length > 0) {
        request.chunk(this.take());
        return;
      }
      this.stream.reader.requests.push(request);
      this.pullIfNeeded();
    }
    close() {
      if (!this.isOpen) return;
      this.isClosing = true;
      if (this.queue.length === 0) this.finish();
    }
    enqueue(chunk) {
      if (!this.isOpen) return;
      if (this.stream.waiting > 0) this.stream.fulfill(chunk, false);
      else {
        try {
          this.queue.measured(chunk, this.size(chunk));
        } catch (error) {
          this.error(error);
          throw error;
        }
      }
      this.pullIfNeeded();
    }
  }

  const isPlain = (stream) => stream.control instanceof DefaultControl;
  const begin = (stream, start, pullSource, cancelSource, mark, size) => {
    new DefaultControl(stream, { pullSource, cancelSource, mark, size }).begin(ReadableStreamDefaultController, start);
    return stream;
  };
  const create = () => {
    const stream = new Readable();
    show(stream, ReadableStream);
    return stream;
  };
  const createReadable = (start, pull, cancel, mark = 1, size = one) => begin(create(), start, pull, cancel, mark, size);

  const result = (value) => {
    if (!isObject(value)) throw invalid('The promise returned by the iterator.next() method must fulfill with an object');
    return value;
  };
  const fromIterable = (iterable) => {
    const method = iterable[asyncIterator] ?? iterable[iterator];
    if (typeof method !== 'function') throw coded(new TypeError(native.formatted('%s must be iterable', iterable)), 'ERR_ARG_NOT_ITERABLE');
    const items = apply(method, iterable, []);
    if (!isObject(items)) throw invalid('The iterator method must return an object');
    const stream = createReadable(nothing, async () => {
      const item = result(await items.next());
      if (item.done) stream.control.close();
      else stream.control.enqueue(await item.value);
    }, async (reason) => {
      const end = items.return;
      if (end === undefined) return;
      if (!isObject(await apply(end, items, [reason]))) throw invalid('The promise returned by the iterator.return() method must fulfill with an object');
    }, 0);
    return stream.face;
  };

  // An iterator reads on when what was asked before is there.
  class Iteration {
    static label = 'ReadableStreamAsyncIterator';
    face; reader; keepsStream; hasBegun = false; isDone = false; current;
    constructor(stream, keepsStream) {
      this.reader = new DefaultReader(stream);
      this.keepsStream = keepsStream;
    }
    next() {
      const { reader } = this;
      // As in Node, the first read is a microtask later: the source has begun then.
      if (!this.hasBegun) this.current = resolved();
      this.hasBegun = true;
      if (this.current === undefined && !this.isDone && reader.stream.state === 'readable' && reader.stream.control.queue.length > 0 && isPlain(reader.stream)) {
        reader.stream.isDisturbed = true;
        return resolved({ done: false, value: reader.stream.control.take() });
      }
      const read = () => this.read();
      this.current = this.current === undefined ? read() : react(this.current, read, read);
      return this.current;
    }
    read() {
      if (this.isDone) return resolved({ done: true, value: undefined });
      const { promise, resolve, reject } = pending();
      this.reader.read({
        chunk: (value) => {
          this.current = undefined;
          resolve({ value, done: false });
        },
        close: () => {
          this.end();
          resolve({ done: true, value: undefined });
        },
        error: (error) => {
          this.end();
          reject(error);
        },
      });
      return promise;
    }
    end() {
      this.current = undefined;
      this.isDone = true;
      this.reader.release();
    }
    return(value) {
      const finish = () => this.finish(value);
      this.hasBegun = true;
      this.current = this.current === undefined ? finish() : react(this.current, finish, finish);
      return this.current;
    }
    async finish(value) {
      if (!this.isDone) {
        this.isDone = true;
        const cancelled = this.keepsStream ? undefined : this.reader.cancel(value);
        this.reader.release();
        if (!this.keepsStream) await cancelled;
      }
      return { done: true, value };
    }
  }
  const iteration = Object.setPrototypeOf({
    next() { return promised(() => of(this, Iteration).next()); },
    return(value) { return promised(() => of(this, Iteration).return(value)); },
  }, Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype)));

  const readerOf = (face, Kind) => new Kind(given(face, Readable, 'stream'));
  const tasksOf = (source) => [starter(source, 'source', source.start), algorithm(source, 'pull', 'source'), algorithm(source, 'cancel', 'source')];
  const given = (face, Kind, name) => {
    const state = ifOf(face, Kind);
    if (state === undefined) throw wrongType(name, `an instance of ${Kind.label}`, face);
    return state;
  };
  class ReadableStream {
    constructor(source = {}, strategy = undefined) {
      object(source, 'source');
      const { size, highWaterMark } = options(strategy, 'strategy');
      const { type } = source, stream = bind(this, new Readable());
      if (`${type}` === 'bytes') {
        if (size !== undefined) throw outOfValues('strategy.size', size);
        need('byte').beginBytes(stream, source, markOf(highWaterMark, 0));
        return;
      }
      if (type !== undefined) throw wrongValue('source.type', type);
      const measure = sizeOf(size), mark = markOf(highWaterMark, 1);
      begin(stream, ...tasksOf(source), mark, measure);
    }
    get locked() { return of(this, Readable).reader !== undefined; }
    static from(iterable) { return fromIterable(iterable); }
    cancel(reason = undefined) {
      return promised(() => {
        const stream = of(this, Readable);
        if (stream.reader !== undefined) throw invalid('ReadableStream is locked');
        return stream.cancel(reason);
      });
    }
    getReader(settings = undefined) {
      const stream = of(this, Readable), { mode } = options(settings);
      if (mode === undefined) return new ReadableStreamDefaultReader(this);
      if (`${mode}` !== 'byob') throw wrongValue('options.mode', mode);
      return new (need('byte').classes.ReadableStreamBYOBReader)(stream.face);
    }
    pipeThrough(transform, settings = undefined) { return need('pipe').pipeThrough(of(this, Readable), transform, settings); }
    pipeTo(destination, settings = undefined) {
      return promised(() => need('pipe').pipeTo(of(this, Readable), destination, settings));
    }
    tee() {
      const stream = of(this, Readable);
      return need(isPlain(stream) ? 'tee' : 'byte-tee')[isPlain(stream) ? 'teeDefault' : 'teeBytes'](stream).faces;
    }
    values(settings = undefined) {
      const stream = of(this, Readable), { preventCancel } = options(settings);
      return bind(Object.create(iteration), new Iteration(stream, Boolean(preventCancel))).face;
    }
  }
  class ReadableStreamDefaultReader {
    constructor(stream) { bind(this, readerOf(stream, DefaultReader)); }
    read() {
      try {
        const reader = of(this, DefaultReader);
        if (reader.stream === undefined) throw invalid('The reader is not attached to a stream');
        const { promise, resolve, reject } = pending();
        reader.read({ chunk: (value) => resolve({ value, done: false }), close: () => resolve({ value: undefined, done: true }), error: reject });
        return promise;
      } catch (error) {
        return rejected(error);
      }
    }
    releaseLock() { of(this, DefaultReader).release(); }
    get closed() { return promised(() => of(this, DefaultReader).closed.promise); }
    cancel(reason = undefined) { return promised(() => of(this, DefaultReader).cancel(reason)); }
  }
  const open = (face) => {
    const control = of(face, DefaultControl);
    if (!control.isOpen) throw invalid('Controller is already closed');
    return control;
  };
  class ReadableStreamDefaultController {
    constructor() { throw illegal(); }
    get desiredSize() { return of(this, DefaultControl).desiredSize; }
    close() { open(this).close(); }
    enqueue(chunk = undefined) { open(this).enqueue(chunk); }
    error(error = undefined) { of(this, DefaultControl).error(error); }
  }

  publish(ReadableStream, (face) => {
    const stream = of(face, Readable);
    return { locked: face.locked, state: stream.state, supportsBYOB: !isPlain(stream) };
  });
  hide(ReadableStream.prototype, asyncIterator, ReadableStream.prototype.values);
  publish(ReadableStreamDefaultReader, (face) => {
    const { stream, requests, closed } = of(face, DefaultReader);
    return { stream: stream?.face, readRequests: requests.length, close: closed.promise };
  });
  publish(ReadableStreamDefaultController, () => ({}));
  Object.assign(native.streams, { isPlain, Readable, Reader, DefaultReader, Control, DefaultControl, create, createReadable, tasksOf, given });
})
