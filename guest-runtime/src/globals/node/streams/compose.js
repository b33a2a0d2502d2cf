(function (native) {
  'use strict';
  // Streams that are made of other streams, of functions and of promises.
  const { coded, wrongType, wrongValue, streams } = native.node;
  const { nextTick } = native;
  const {
    Duplex, Readable, errors, from, finished, pipeline, endBy, isNode, isDuplexNode, isReadableNode, isWritableNode, isIterable,
    isReadable, isWritable, isReadableWeb, isWritableWeb, isTransformWeb, wrongReturn,
  } = streams;

  // A task that is called back once.
  const slot = () => {
    let task;
    const run = (...args) => {
      const now = task;
      task = undefined;
      now?.(...args);
      return now !== undefined;
    };
    return { set: (next) => { task = next; }, run };
  };
  // A duplex whose writes go to `target`, and whose reads come from `source`, either of which may be none.
  const fill = (duplex, source, target, isFlowing) => {
    const drained = slot(), isOver = slot(), hasMore = slot();
    if (target) {
      duplex._write = (chunk, encoding, callback) => {
        if (target.write(chunk, encoding)) callback();
        else drained.set(callback);
      };
      duplex._final = (callback) => {
        target.end();
        isOver.set(callback);
      };
      target.on('drain', () => drained.run());
    }
    if (source && isFlowing) {
      source.on('data', (chunk) => { if (!duplex.push(chunk)) source.pause(); });
      source.on('end', () => duplex.push(null));
      duplex._read = () => source.resume();
    } else if (source) {
      source.on('readable', () => hasMore.run());
      source.on('end', () => duplex.push(null));
      duplex._read = () => {
        for (let chunk = source.read(); chunk !== null; chunk = source.read()) if (!duplex.push(chunk)) return;
        hasMore.set(duplex._read);
      };
    }
    return { finish: isOver.run, forget: () => { for (const one of [drained, isOver, hasMore]) one.set(undefined); } };
  };

  const join = (readable, writable) => {
    const source = readable && isReadable(readable) ? (typeof readable.read === 'function' ? readable : Readable.prototype.wrap.call(new Readable(), readable)) : undefined;
    const target = writable && isWritable(writable) ? writable : undefined;
    const closed = slot();
    let isOpen = false, canRead = Boolean(source), canWrite = Boolean(target);
    const duplex = new Duplex({
      readableObjectMode: Boolean(source?.readableObjectMode), writableObjectMode: Boolean(target?.writableObjectMode), readable: canRead, writable: canWrite,
    });
    const end = (error) => {
      isOpen = false;
      if (!closed.run(error) && (error || !canRead && !canWrite)) duplex.destroy(error);
    };
    const { finish, forget } = fill(duplex, source, target, false);
    if (target) {
      target.on('finish', () => finish());
      finished(target, (error) => {
        canWrite = false;
        if (error && source) endBy(source, error);
        end(error);
      });
    }
    if (source) {
      finished(source, (error) => {
        canRead = false;
        if (error && target) endBy(target, error);
        end(error);
      });
    }
    isOpen = canRead || canWrite;
    duplex._destroy = (error, callback) => {
      const reason = error || (isOpen ? errors.abortion() : null);
      forget();
      if (!isOpen) {
        callback(reason);
        return;
      }
      closed.set(callback);
      endBy(target, reason);
      endBy(source, reason);
    };
    return duplex;
  };

  // A function that is given what is written, chunk by chunk, and gives what is read.
  const ofFunction = (task) => {
    const waiting = { promise: undefined, resolve: undefined };
    const renew = () => { waiting.promise = new Promise((resolve) => { waiting.resolve = resolve; }); };
    renew();
    const controller = new AbortController();
    const { signal } = controller;
    const input = (async function* () {
      for (;;) {
        const { chunk, isEnd, callback } = await waiting.promise;
        if (callback) nextTick(callback);
        if (isEnd) return;
        if (signal.aborted) throw errors.abortion(signal.reason);
        renew();
        yield chunk;
      }
    })();
    const value = task(input, { signal });
    const options = {
      objectMode: true,
      write(chunk, encoding, callback) { waiting.resolve({ chunk, isEnd: false, callback }); },
      final(callback) { waiting.resolve({ isEnd: true, callback }); },
      destroy(error, callback) {
        controller.abort();
        callback(error);
      },
    };
    if (isDuplexNode(value)) return value;
    if (isIterable(value)) {
      const made = from(Duplex, value, options);
      const { _destroy: destroy } = made;
      // A function that waits for a chunk has to be woken before it can be closed.
      made._destroy = (error, callback) => {
        controller.abort();
        waiting.resolve({});
        Reflect.apply(destroy, made, [error, callback]);
      };
      return made;
    }
    if (typeof value?.then !== 'function') throw wrongReturn('Iterable, AsyncIterable or AsyncFunction', 'body', value);
    let duplex;
    const result = value.then((given) => {
      if (given !== undefined && given !== null) throw wrongReturn('nully', 'body', given);
    }, (error) => endBy(duplex, error));
    duplex = new Duplex({
      ...options,
      readable: false,
      final(callback) {
        options.final(async () => {
          try {
            await result;
            nextTick(callback, null);
          } catch (error) {
            nextTick(callback, error);
          }
        });
      },
    });
    return duplex;
  };
  const ofPromise = (promise) => {
    const duplex = new Duplex({ objectMode: true, writable: false, read() {} });
    promise.then((value) => {
      if (value !== undefined && value !== null) duplex.push(value);
      duplex.push(null);
    }, (error) => endBy(duplex, error));
    return duplex;
  };
  const KINDS = 'an instance of Blob, ReadableStream, WritableStream, Stream, Iterable, AsyncIterable, Function, or { readable, writable } pair or Promise';
  const duplexFrom = (body) => {
    if (isDuplexNode(body)) return body;
    if (isReadableNode(body)) return join(body);
    if (isWritableNode(body)) return join(undefined, body);
    if (isNode(body)) return join();
    if (isReadableWeb(body) || isWritableWeb(body)) return streams.web.toNode(body);
    if (typeof body === 'function') return ofFunction(body);
    if (body instanceof Blob) return ofPromise(body.arrayBuffer());
    if (isIterable(body)) return from(Duplex, body, { objectMode: true, writable: false });
    if (isReadableWeb(body?.readable) && isWritableWeb(body?.writable)) return Duplex.fromWeb(body);
    if (typeof body === 'object' && body !== null && (body.readable || body.writable)) {
      const half = (given, isThat) => (given && !isThat(given) ? duplexFrom(given) : given);
      return join(half(body.readable, isReadableNode), half(body.writable, isWritableNode));
    }
    if (typeof body?.then === 'function') return ofPromise(body);
    throw wrongType('body', KINDS, body);
  };

  const compose = (...given) => {
    if (given.length === 0) throw coded(new TypeError('The "streams" argument must be specified'), 'ERR_MISSING_ARGS');
    if (given.length === 1) return duplexFrom(given[0]);
    const isWeb = (stage) => isReadableWeb(stage) || isWritableWeb(stage) || isTransformWeb(stage);
    const stages = given.map((stage, at) => {
      if (isWeb(stage)) return streams.web.toNode(stage);
      const isAtAnEnd = at === 0 || at === given.length - 1;
      return isAtAnEnd && typeof stage === 'function' ? duplexFrom(stage) : stage;
    });
    stages.forEach((stage, at) => {
      if (!isNode(stage)) return;
      if (at < stages.length - 1 && !isReadable(stage)) throw wrongValue(`streams[${at}]`, given[at], 'must be readable');
      if (at > 0 && !isWritable(stage)) throw wrongValue(`streams[${at}]`, given[at], 'must be writable');
    });
    const closed = slot();
    let isOpen = true, duplex;
    const head = stages[0];
    const tail = pipeline(...stages, (error) => {
      isOpen = false;
      if (closed.run(error)) return;
      if (error) duplex.destroy(error);
      else if (!canRead && !canWrite) duplex.destroy();
    });
    const canWrite = Boolean(isWritable(head)), canRead = Boolean(isReadable(tail));
    duplex = new Duplex({
      writableObjectMode: Boolean(head?.writableObjectMode), readableObjectMode: Boolean(tail?.readableObjectMode), writable: canWrite, readable: canRead,
    });
    const { finish, forget } = fill(duplex, canRead ? tail : undefined, canWrite ? head : undefined, true);
    if (canWrite) finished(tail, () => finish());
    duplex._destroy = (error, callback) => {
      const reason = error || (isOpen ? errors.abortion() : null);
      forget();
      if (isNode(tail)) endBy(tail, reason);
      if (isOpen) closed.set(callback);
      else callback(reason);
    };
    return duplex;
  };

  Duplex.from = duplexFrom;
  Object.assign(streams, { duplexFrom, compose });
})
