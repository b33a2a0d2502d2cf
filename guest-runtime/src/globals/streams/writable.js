(function (native) {
  'use strict';
  const {
    publish, bind, of, show, illegal, invalid, outOfValues, nothing, react, resolved, rejected, pending, Deferred, promised, started,
    Queue, object, options, algorithm, starter, sizeOf, markOf, given,
  } = native.streams;

  const { AbortController } = globalThis;
  const END = Symbol('end');
  class Writable {
    static label = 'WritableStream';
    face; state = 'writable'; failure = undefined; writer = undefined; control = undefined; hasBackpressure = false;
    // What a program waits for: the writes that have not begun, the one that is under way, the close and the abort.
    requests = new Queue(); writing = undefined; closeRequest = undefined; closing = undefined; aborting = undefined;
    get isClosing() { return this.closeRequest !== undefined || this.closing !== undefined; }
    get isBusy() { return this.writing !== undefined || this.closing !== undefined; }
    abort(reason) {
      const isOver = () => this.state === 'closed' || this.state === 'errored';
      if (isOver()) return resolved();
      this.control.abortController.abort(reason);
      // Which has run what listens to it.
      if (isOver()) return resolved();
      if (this.aborting !== undefined) return this.aborting.answer.promise;
      const wasErroring = this.state === 'erroring', answer = pending();
      this.aborting = { answer, reason: wasErroring ? undefined : reason, wasErroring };
      if (!wasErroring) this.startErroring(reason);
      return answer.promise;
    }
    close() {
      if (this.state === 'closed' || this.state === 'errored') return rejected(invalid('WritableStream is closed'));
      const answer = this.closeRequest = pending();
      if (this.writer !== undefined && this.hasBackpressure && this.state === 'writable') this.writer.ready.resolve();
      this.control.queue.push(END);
      this.control.advance();
      return answer.promise;
    }
    refuse(error) {
      if (this.state === 'writable') this.startErroring(error);
      else this.finishErroring();
    }
    startErroring(reason) {
      this.state = 'erroring';
      this.failure = reason;
      this.writer?.fail('ready', reason);
      if (!this.isBusy && this.control.hasStarted) this.finishErroring();
    }
    finishErroring() {
      const { aborting, failure } = this;
      this.state = 'errored';
      this.control.queue.clear();
      this.requests.drain((request) => request.reject(failure));
      this.aborting = undefined;
      if (aborting === undefined) {
        this.rejectClose();
        return;
      }
      const ended = (settle) => (reason) => {
        settle(reason);
        this.rejectClose();
      };
      const resolve = ended(() => aborting.answer.resolve()), reject = ended((reason) => aborting.answer.reject(reason));
      if (aborting.wasErroring) reject(failure);
      else react(this.control.abortSteps(aborting.reason), resolve, reject);
    }
    rejectClose() {
      this.closeRequest?.reject(this.failure);
      this.closeRequest = undefined;
      this.writer?.closed.fail(this.failure);
    }
    finishClose() {
      this.closing.resolve();
      this.closing = undefined;
      if (this.state === 'erroring') {
        this.failure = undefined;
        this.aborting?.answer.resolve();
        this.aborting = undefined;
      }
      this.state = 'closed';
      this.writer?.closed.resolve();
    }
    failClose(error) {
      this.closing.reject(error);
      this.closing = undefined;
      this.aborting?.answer.reject(error);
      this.aborting = undefined;
      this.refuse(error);
    }
    updateBackpressure() {
      if (this.isClosing || this.state !== 'writable') return;
      const hasBackpressure = this.control.desiredSize <= 0;
      if (this.writer !== undefined && hasBackpressure !== this.hasBackpressure) {
        if (hasBackpressure) this.writer.ready = new Deferred();
        else this.writer.ready.resolve();
      }
      this.hasBackpressure = hasBackpressure;
    }
  }

  class Writer {
    static label = 'WritableStreamDefaultWriter';
    face; stream; ready = new Deferred(); closed = new Deferred();
    constructor(stream) {
      if (stream.writer !== undefined) throw invalid('WritableStream is locked');
      this.stream = stream;
      stream.writer = this;
      const { state, failure } = stream;
      if (state === 'erroring' || state === 'errored') this.ready.fail(failure);
      else if (state === 'closed' || stream.isClosing || !stream.hasBackpressure) this.ready.resolve();
      if (state === 'closed') this.closed.resolve();
      else if (state === 'errored') this.closed.fail(failure);
    }
    // Makes a promise that may be settled already a rejected one.
    fail(name, error) {
      if (!this[name].isPending) this[name] = new Deferred();
      this[name].fail(error);
    }
    release() {
      const error = invalid('Writer has been released');
      this.fail('ready', error);
      this.fail('closed', error);
      this.stream.writer = this.stream = undefined;
    }
    write(chunk) {
      const { stream } = this, { control } = stream, size = control.sizeOf(chunk);
      // The measure is of the program, and may have done anything.
      if (stream !== this.stream) return rejected(invalid('Mismatched WritableStreams'));
      if (stream.state === 'errored') return rejected(stream.failure);
      if (stream.isClosing || stream.state === 'closed') return rejected(invalid('WritableStream is closed'));
      if (stream.state === 'erroring') return rejected(stream.failure);
      const request = pending();
      stream.requests.push(request);
      control.write(chunk, size);
      return request.promise;
    }
  }

  class WriteControl {
    static label = 'WritableStreamDefaultController';
    face; stream; queue = new Queue(); abortController = new AbortController(); hasStarted = false;
    writeSink; closeSink; abortSink; mark; size;
    constructor(stream, parts) {
      Object.assign(this, parts);
      this.stream = stream;
      stream.control = this;
    }
    begin(start) {
      const { stream } = this;
      show(this, WritableStreamDefaultController);
      stream.updateBackpressure();
      started(start(this.face), () => {
        this.hasStarted = true;
        this.advance();
      }, (error) => {
        this.hasStarted = true;
        stream.refuse(error);
      });
    }
    get desiredSize() { return this.mark - this.queue.total; }
    forget() { this.writeSink = this.closeSink = this.abortSink = this.size = undefined; }
    abortSteps(reason) {
      const result = this.abortSink(reason);
      this.forget();
      return result;
    }
    error(error) {
      if (this.stream.state !== 'writable') return;
      this.forget();
      this.stream.startErroring(error);
    }
    sizeOf(chunk) {
      if (this.size === undefined) return 1;
      try {
        return this.size(chunk);
      } catch (error) {
        this.error(error);
        return 1;
      }
    }
    write(chunk, size) {
      try {
        this.queue.measured(chunk, size);
      } catch (error) {
        this.error(error);
        return;
      }
      this.stream.updateBackpressure();
      this.advance();
    }
    advance() {
      const { stream, queue } = this;
      if (!this.hasStarted || stream.writing !== undefined) return;
      if (stream.state === 'erroring') stream.finishErroring();
      else if (queue.length > 0) {
        if (queue.first.value === END) this.processClose();
        else this.processWrite(queue.first.value);
      }
    }
    processClose() {
      const { stream } = this;
      stream.closing = stream.closeRequest;
      stream.closeRequest = undefined;
      this.queue.shift();
      const closed = this.closeSink();
      this.forget();
      react(closed, () => stream.finishClose(), (error) => stream.failClose(error));
    }
    processWrite(chunk) {
      const { stream } = this, request = stream.writing = stream.requests.shift();
      react(this.writeSink(chunk, this.face), () => {
        request.resolve();
        stream.writing = undefined;
        this.queue.shift();
        stream.updateBackpressure();
        this.advance();
      }, (error) => {
        if (stream.state === 'writable') this.forget();
        request.reject(error);
        stream.writing = undefined;
        stream.refuse(error);
      });
    }
  }

  const createWritable = (start, writeSink, closeSink, abortSink, mark, size) => {
    const stream = new Writable();
    show(stream, WritableStream);
    new WriteControl(stream, { writeSink, closeSink, abortSink, mark, size }).begin(start);
    return stream;
  };

  class WritableStream {
    constructor(sink = {}, strategy = undefined) {
      object(sink, 'sink');
      options(strategy, 'strategy');
      const { type } = sink;
      if (type !== undefined) throw outOfValues('type', type);
      const { size, highWaterMark } = options(strategy, 'strategy'), stream = bind(this, new Writable());
      const measure = sizeOf(size), mark = markOf(highWaterMark, 1), start = starter(sink, 'sink', sink.start);
      const [writeSink, closeSink, abortSink] = ['write', 'close', 'abort'].map((key) => algorithm(sink, key, 'sink'));
      new WriteControl(stream, { writeSink, closeSink, abortSink, mark, size: measure }).begin(start);
    }
    get locked() { return of(this, Writable).writer !== undefined; }
    abort(reason = undefined) {
      return promised(() => {
        const stream = of(this, Writable);
        if (stream.writer !== undefined) throw invalid('WritableStream is locked');
        return stream.abort(reason);
      });
    }
    close() {
      return promised(() => {
        const stream = of(this, Writable);
        if (stream.writer !== undefined) throw invalid('WritableStream is locked');
        if (stream.isClosing) throw invalid('Failure closing WritableStream');
        return stream.close();
      });
    }
    getWriter() {
      of(this, Writable);
      return new WritableStreamDefaultWriter(this);
    }
  }
  const attached = (face) => {
    const writer = of(face, Writer);
    if (writer.stream === undefined) throw invalid('Writer is not bound to a WritableStream');
    return writer;
  };
  class WritableStreamDefaultWriter {
    constructor(stream) { bind(this, new Writer(given(stream, Writable, 'stream'))); }
    get closed() { return promised(() => of(this, Writer).closed.promise); }
    get desiredSize() {
      const { stream } = attached(this), { state } = stream;
      return state === 'errored' || state === 'erroring' ? null : state === 'closed' ? 0 : stream.control.desiredSize;
    }
    get ready() { return promised(() => of(this, Writer).ready.promise); }
    abort(reason = undefined) { return promised(() => attached(this).stream.abort(reason)); }
    close() {
      return promised(() => {
        const { stream } = attached(this);
        if (stream.isClosing) throw invalid('Failure to close WritableStream');
        return stream.close();
      });
    }
    releaseLock() {
      const writer = of(this, Writer);
      if (writer.stream !== undefined) writer.release();
    }
    write(chunk = undefined) { return promised(() => attached(this).write(chunk)); }
  }
  class WritableStreamDefaultController {
    constructor() { throw illegal(); }
    get signal() { return of(this, WriteControl).abortController.signal; }
    error(error = undefined) { of(this, WriteControl).error(error); }
  }

  publish(WritableStream, (face) => ({ locked: face.locked, state: of(face, Writable).state }));
  publish(WritableStreamDefaultWriter, (face) => {
    const { stream, closed, ready } = of(face, Writer);
    return { stream: stream?.face, close: closed.promise, ready: ready.promise, desiredSize: stream && face.desiredSize };
  });
  publish(WritableStreamDefaultController, (face) => ({ stream: of(face, WriteControl).stream.face }));
  Object.assign(native.streams, { Writable, Writer, createWritable });
})
