(function (native) {
  'use strict';
  const {
    publish, bind, of, show, illegal, invalid, outOfValues, react, pending, object, options, algorithm, starter, none, sizeOf, markOf, createReadable, createWritable,
  } = native.streams.need('writable');

  class Transform {
    static label = 'TransformStream';
    face; readable = undefined; writable = undefined; control = undefined; hasBackpressure = true; change = pending();
    // Waits with a write until the readable side wants something.
    write(chunk) {
      if (!this.hasBackpressure) return this.control.transform(chunk);
      return react(this.change.promise, () => {
        const { state, failure } = this.writable;
        if (state === 'erroring') throw failure;
        return this.control.transform(chunk);
      });
    }
    setBackpressure(hasBackpressure) {
      this.change.resolve();
      this.change = pending();
      this.hasBackpressure = hasBackpressure;
    }
    unblock() { if (this.hasBackpressure) this.setBackpressure(false); }
    pull() {
      this.setBackpressure(false);
      return this.change.promise;
    }
    error(error) {
      this.readable.control.error(error);
      this.errorWritable(error);
    }
    errorWritable(error) {
      this.control.forget();
      this.writable.control.error(error);
      this.unblock();
    }
    // The end from one side or the other: `task` is what the transformer does, once, and `other` the side that is told.
    end(task, reason, other, succeed, fail) {
      const { control } = this;
      if (control.end !== undefined) return control.end.promise;
      // What was terminated has no tasks any more.
      const end = control.end = pending(), done = control[task] === undefined ? none() : control[task](reason);
      control.forget();
      react(done, () => {
        if (other.state === 'errored') end.reject(other.failure);
        else {
          succeed();
          end.resolve();
        }
      }, (error) => {
        fail(error);
        end.reject(error);
      });
      return end.promise;
    }
    close() {
      const { readable } = this;
      return this.end('flush', this.control.face, readable, () => readable.control.close(), (error) => readable.control.error(error));
    }
    async abort(reason) {
      const { readable } = this;
      return this.end('cancel', reason, readable, () => readable.control.error(reason), (error) => readable.control.error(error));
    }
    cancel(reason) {
      const tell = (error) => {
        this.writable.control.error(error);
        this.unblock();
      };
      return this.end('cancel', reason, this.writable, () => tell(reason), tell);
    }
  }
  class TransformControl {
    static label = 'TransformStreamDefaultController';
    face; stream; task; flush; cancel; end;
    constructor(stream, transform, flush, cancel) {
      this.stream = stream;
      this.task = transform;
      this.flush = flush;
      this.cancel = cancel;
      stream.control = this;
    }
    forget() { this.task = this.flush = this.cancel = undefined; }
    async transform(chunk) {
      // There is none any more where the end has begun meanwhile.
      if (this.task === undefined) return undefined;
      try {
        return await this.task(chunk, this.face);
      } catch (error) {
        this.stream.error(error);
        throw error;
      }
    }
    enqueue(chunk) {
      const { stream } = this, { readable } = stream;
      if (!readable.control.isOpen) throw invalid('Unable to enqueue');
      try {
        readable.control.enqueue(chunk);
      } catch (error) {
        stream.errorWritable(error);
        throw readable.failure;
      }
      if (!readable.control.isHungry && !stream.hasBackpressure) stream.setBackpressure(true);
    }
    terminate() {
      this.stream.readable.control.close();
      this.stream.errorWritable(invalid('TransformStream has been terminated'));
    }
  }
  // Makes both sides; `start` is called when all is there.
  const begin = (stream, transform, flush, cancel, start, [writableMark, writableSize], [readableMark, readableSize]) => {
    const begun = pending(), wait = () => begun.promise;
    stream.writable = createWritable(wait, (chunk) => stream.write(chunk), () => stream.close(), (reason) => stream.abort(reason), writableMark, writableSize);
    stream.readable = createReadable(wait, () => stream.pull(), (reason) => stream.cancel(reason), readableMark, readableSize);
    const control = new TransformControl(stream, transform, flush, cancel);
    show(control, TransformStreamDefaultController);
    begun.resolve(start(control.face));
    return stream;
  };
  const identity = async (chunk, controller) => of(controller, TransformControl).enqueue(chunk);

  class TransformStream {
    constructor(transformer = {}, writableStrategy = undefined, readableStrategy = undefined) {
      object(transformer, 'transformer');
      options(writableStrategy, 'writableStrategy');
      options(readableStrategy, 'readableStrategy');
      const { readableType, writableType, start } = transformer;
      if (readableType !== undefined) throw outOfValues('transformer.readableType', readableType);
      if (writableType !== undefined) throw outOfValues('transformer.writableType', writableType);
      const strategy = (value, usual) => {
        const { highWaterMark, size } = options(value);
        return [markOf(highWaterMark, usual), sizeOf(size)];
      };
      const readableSide = strategy(readableStrategy, 0), writableSide = strategy(writableStrategy, 1);
      const [transform, flush, cancel] = ['transform', 'flush', 'cancel'].map((key) => algorithm(transformer, key, 'transformer'));
      begin(bind(this, new Transform()), transform === none ? identity : transform, flush, cancel, starter(transformer, 'transformer', start), writableSide, readableSide);
    }
    get readable() { return of(this, Transform).readable.face; }
    get writable() { return of(this, Transform).writable.face; }
  }
  class TransformStreamDefaultController {
    constructor() { throw illegal(); }
    get desiredSize() { return of(this, TransformControl).stream.readable.control.desiredSize; }
    enqueue(chunk = undefined) { of(this, TransformControl).enqueue(chunk); }
    error(error = undefined) { of(this, TransformControl).stream.error(error); }
    terminate() { of(this, TransformControl).terminate(); }
  }

  publish(TransformStream, (face) => {
    const { readable, writable, hasBackpressure } = of(face, Transform);
    return { readable: readable?.face, writable: writable?.face, backpressure: hasBackpressure };
  });
  publish(TransformStreamDefaultController, (face) => ({ stream: of(face, TransformControl).stream.face }));

  // What other classes have inside: both their sides are those of the transform.
  class Wrapped {
    face; readable; writable;
    constructor(transformer, parts = undefined) {
      const { readable, writable } = new TransformStream(transformer);
      Object.assign(this, parts, { readable, writable });
    }
  }
  const sides = ({ readable, writable }) => ({ readable, writable });
  Object.assign(native.streams, { Wrapped, sides });
})
