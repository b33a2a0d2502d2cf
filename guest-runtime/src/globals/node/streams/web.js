(function (native) {
  'use strict';
  // Streams of the web as those of Node, and the other way round.
  const { object, wrongType, streams } = native.node;
  const { nextTick } = native;
  const { Duplex, Readable, Writable, errors, finished, isReadableWeb, isWritableWeb, endBy } = streams;

  const optionsOf = (options) => (options === undefined ? {} : object(options, 'options'));
  const fromReadable = (source, given) => {
    const reader = source.getReader();
    const { highWaterMark, encoding, objectMode = false, signal } = given;
    let isClosed = false;
    const stream = new Readable({
      objectMode, highWaterMark, encoding, signal,
      read() {
        reader.read().then(({ value, done }) => this.push(done ? null : value), (error) => endBy(this, error));
      },
      destroy(error, callback) {
        const end = () => callback(error);
        if (isClosed) end();
        else reader.cancel(error).then(end, end);
      },
    });
    reader.closed.then(() => { isClosed = true; }, (error) => {
      isClosed = true;
      endBy(stream, error);
    });
    return stream;
  };
  const fromWritable = (target, given) => {
    const writer = target.getWriter();
    const { highWaterMark, decodeStrings = true, objectMode = false, signal } = given;
    let isClosed = false;
    const settle = (promise, callback) => promise.then(() => callback(null), (error) => callback(error ?? errors.abortion()));
    const stream = new Writable({
      highWaterMark, objectMode, decodeStrings, signal,
      write(chunk, encoding, callback) { settle(writer.ready.then(() => writer.write(chunk)), callback); },
      destroy(error, callback) {
        const end = () => callback(error);
        if (isClosed) end();
        else (error === null ? writer.close() : writer.abort(error)).then(end, end);
      },
      final(callback) { settle(isClosed ? Promise.resolve() : writer.close(), callback); },
    });
    writer.closed.then(() => { isClosed = true; }, (error) => {
      isClosed = true;
      endBy(stream, error);
    });
    return stream;
  };

  const toReadable = (stream, { strategy } = {}) => {
    if (!streams.isReadableNode(stream)) throw wrongType('streamReadable', 'an instance of stream.Readable', stream);
    if (streams.isDestroyed(stream) || streams.isReadable(stream) === false) {
      const made = new ReadableStream();
      made.cancel();
      return made;
    }
    const { readableObjectMode: isObjects, readableHighWaterMark: mark } = stream;
    const bounds = strategy ?? (isObjects ? new CountQueuingStrategy({ highWaterMark: mark }) : new ByteLengthQueuingStrategy({ highWaterMark: mark }));
    let isOver = false;
    stream.pause();
    return new ReadableStream({
      start(controller) {
        stream.on('data', (chunk) => {
          const isBytes = chunk instanceof Uint8Array && !isObjects;
          controller.enqueue(isBytes ? new Uint8Array(chunk) : chunk);
          if (controller.desiredSize <= 0) stream.pause();
        });
        stream.pause();
        finished(stream, (error) => {
          const reason = error?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? errors.abortion() : error;
          stream.on('error', () => {});
          if (isOver) return;
          isOver = true;
          if (reason) controller.error(reason);
          else controller.close();
        });
      },
      pull() { stream.resume(); },
      cancel(reason) {
        isOver = true;
        endBy(stream, reason);
      },
    }, bounds);
  };
  const toWritable = (stream) => {
    if (!streams.isWritableNode(stream)) throw wrongType('streamWritable', 'an instance of stream.Writable', stream);
    if (streams.isDestroyed(stream) || !streams.isWritable(stream)) {
      const made = new WritableStream();
      made.close();
      return made;
    }
    let drained, closed, controller;
    const settle = (waiting, error) => (error ? waiting?.reject(error) : waiting?.resolve());
    stream.on('drain', () => drained?.resolve());
    finished(stream, (error) => {
      const reason = error?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? errors.abortion() : error;
      stream.on('error', () => {});
      settle(drained, reason);
      if (closed) settle(closed, reason);
      else controller.error(reason ?? errors.abortion());
    });
    return new WritableStream({
      start(given) { controller = given; },
      write(chunk) {
        if (!stream.writableNeedDrain && stream.write(chunk)) return undefined;
        drained = Promise.withResolvers();
        return drained.promise.finally(() => { drained = undefined; });
      },
      abort(reason) { endBy(stream, reason); },
      close() {
        if (closed === undefined && !stream.writableEnded) {
          closed = Promise.withResolvers();
          stream.end();
        }
        return closed?.promise;
      },
    }, { highWaterMark: stream.writableHighWaterMark });
  };

  Readable.fromWeb = (source, options) => {
    if (!isReadableWeb(source)) throw wrongType('readableStream', 'an instance of ReadableStream', source);
    return fromReadable(source, optionsOf(options));
  };
  Writable.fromWeb = (target, options) => {
    if (!isWritableWeb(target)) throw wrongType('writableStream', 'an instance of WritableStream', target);
    return fromWritable(target, optionsOf(options));
  };
  Readable.toWeb = toReadable;
  Writable.toWeb = toWritable;
  Duplex.fromWeb = ({ readable, writable }, options) => {
    const given = optionsOf(options);
    return streams.duplexFrom({ readable: fromReadable(readable, given), writable: fromWritable(writable, given) });
  };
  Duplex.toWeb = (duplex) => ({ readable: toReadable(duplex), writable: toWritable(duplex) });
  const toNode = (stream) => {
    if (isReadableWeb(stream)) return fromReadable(stream, { objectMode: true });
    if (isWritableWeb(stream)) return fromWritable(stream, { objectMode: true });
    return Duplex.fromWeb(stream, { objectMode: true });
  };

  // What is known of a stream of the web beside what its methods tell.
  const insideOf = (stream) => native.streams?.ifOf(stream, Object);
  const whenEnded = (stream, done) => {
    const inside = insideOf(stream);
    if (inside === undefined) throw wrongType('stream', 'an instance of ReadableStream or WritableStream', stream);
    let { state } = inside, isWaiting = true;
    const tell = () => nextTick(() => {
      if (!isWaiting) return;
      if (state === 'errored') done(inside.failure);
      else done();
    });
    if (state === 'closed' || state === 'errored') {
      tell();
    } else {
      // No method tells of the end of a stream that another holds: its state is watched.
      Object.defineProperty(inside, 'state', {
        get: () => state,
        set(next) {
          state = next;
          if (next === 'closed' || next === 'errored') tell();
        },
        configurable: true,
        enumerable: true,
      });
    }
    return () => { isWaiting = false; };
  };
  streams.web = { toNode, whenEnded, stateOf: (stream) => insideOf(stream)?.state, isDisturbed: (stream) => Boolean(insideOf(stream)?.isDisturbed) };
})
