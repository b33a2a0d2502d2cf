(function (native) {
  'use strict';
  // How streams end: what is known of that, waiting for it, and pipelines.
  const { coded, received, callable, object, abortSignal, wrongType, streams } = native.node;
  const { nextTick } = native;
  const {
    Readable, PassThrough, errors, joined, isNode, isReadableNode, isWritableNode, isIterable, isReadableWeb, isWritableWeb, isTransformWeb,
    endBy, onAbort,
  } = streams;

  // What is known of a stream; `null` where it does not have the half that is asked for.
  const known = (state, answer) => (state ? Boolean(answer(state)) : null);
  const readIsOver = (stream, isStrict = true) => {
    if (!isReadableNode(stream)) return null;
    return known(stream._readableState, (state) => !state.errored && (state.endEmitted || !isStrict && state.ended && state.length === 0));
  };
  const writeIsOver = (stream, isStrict = true) => {
    if (!isWritableNode(stream)) return null;
    if (stream.writableFinished === true) return true;
    return known(stream._writableState, (state) => !state.errored && (state.finished || !isStrict && state.ended && state.length === 0));
  };
  const isDestroyed = (stream) => (isNode(stream) ? Boolean(stream.destroyed || streams.halves(stream).some((state) => state.destroyed)) : null);
  const isReadable = (stream) => {
    if (isReadableWeb(stream)) return streams.web.stateOf(stream) === 'readable';
    if (typeof stream?.readable !== 'boolean') return null;
    if (isDestroyed(stream)) return false;
    return isReadableNode(stream) && stream.readable && !readIsOver(stream);
  };
  const isWritable = (stream) => {
    if (typeof stream?.writable !== 'boolean') return null;
    if (isDestroyed(stream)) return false;
    return isWritableNode(stream) && stream.writable && !writeIsEnded(stream);
  };
  const writeIsEnded = (stream) => (stream.writableEnded === true ? true : known(stream._writableState, (state) => state.ending));
  const isFinished = (stream) => {
    if (!isNode(stream)) return null;
    if (isDestroyed(stream)) return true;
    if (stream.readable && !readIsOver(stream)) return false;
    return !(stream.writable && !writeIsOver(stream));
  };
  const isErrored = (stream) => (isWeb(stream) ? streams.web.stateOf(stream) === 'errored' : Boolean(stream && (stream.readableErrored ?? stream.writableErrored ?? streams.halves(stream).some((state) => state.errored))));
  const isDisturbed = (stream) => {
    if (isReadableWeb(stream)) return streams.web.isDisturbed(stream);
    return Boolean(stream && (stream.readableDidRead || stream.readableAborted));
  };
  const errorOf = (stream) => stream._writableState?.errored || stream._readableState?.errored || undefined;
  const isClosed = (stream) => (typeof stream.closed === 'boolean' ? stream.closed : streams.halves(stream).some((state) => state.closed));

  const isWeb = (value) => isReadableWeb(value) || isWritableWeb(value) || isTransformWeb(value);
  const NO_STREAM = 'an instance of ReadableStream, WritableStream, or Stream';
  // Calls back when a stream has ended as far as the options ask; gives what stops to wait.
  const finished = (stream, options, callback) => {
    if (typeof options === 'function') [options, callback] = [{}, options];
    else if (options === null || options === undefined) options = {};
    else object(options, 'options');
    callable(callback, 'callback');
    abortSignal(options.signal, 'options.signal');
    let done = (...args) => {
      done = () => {};
      Reflect.apply(callback, stream, args);
    };
    if (isWeb(stream)) return withSignal(stream, options.signal, () => done, (next) => { done = next; }, streams.web.whenEnded(stream, (...args) => done(...args)));
    if (!isNode(stream)) throw wrongType('stream', NO_STREAM, stream);
    const forget = watch(stream, options, (...args) => done(...args));
    return withSignal(stream, options.signal, () => done, (next) => { done = next; }, forget);
  };
  const withSignal = (stream, signal, current, become, forget) => {
    const stop = () => {
      become(() => {});
      forget();
    };
    if (!signal) return stop;
    const abort = () => {
      const end = current();
      stop();
      Reflect.apply(end, stream, [errors.abortion(signal.reason)]);
    };
    if (signal.aborted) {
      nextTick(abort);
      return stop;
    }
    const ignore = onAbort(signal, abort);
    const end = current();
    become((...args) => {
      ignore();
      Reflect.apply(end, stream, args);
    });
    return stop;
  };
  const watch = (stream, options, done) => {
    const readable = options.readable ?? isReadableNode(stream), writable = options.writable ?? isWritableNode(stream);
    const { _readableState: read, _writableState: written } = stream;
    const closing = written || read;
    // Whether `close` is still to come, which is then waited for.
    let willClose = Boolean(closing && closing.autoDestroy && closing.emitClose && closing.closed === false)
      && isReadableNode(stream) === readable && isWritableNode(stream) === writable;
    let hasRead = readIsOver(stream, false), hasWritten = writeIsOver(stream, false);
    const onFinish = () => {
      hasWritten = true;
      if (stream.destroyed) willClose = false;
      if (willClose && (!stream.writable || readable)) return;
      if (!readable || hasRead) done();
    };
    const onEnd = () => {
      hasRead = true;
      if (stream.destroyed) willClose = false;
      if (willClose && (!stream.readable || writable)) return;
      if (!writable || hasWritten) done();
    };
    const onError = (error) => done(error);
    const onClose = () => {
      const error = errorOf(stream);
      if (error) done(error);
      else if (readable && !hasRead && isReadableNode(stream, true) && !readIsOver(stream, false)) done(errors.premature());
      else if (writable && !hasWritten && !writeIsOver(stream, false)) done(errors.premature());
      else done();
    };
    const onClosed = () => {
      const error = errorOf(stream);
      if (error) done(error);
      else done();
    };
    const onLegacy = () => { if (!stream.writable) onFinish(); };
    const listeners = [
      ...(writable && !written ? [['end', onLegacy], ['close', onLegacy]] : []),
      ['end', onEnd], ['finish', onFinish], ...(options.error === false ? [] : [['error', onError]]), ['close', onClose],
    ];
    for (const [type, listener] of listeners) stream.on(type, listener);
    if (isClosed(stream)) {
      nextTick(onClose);
    } else if (written?.errorEmitted || read?.errorEmitted) {
      if (!willClose) nextTick(onClosed);
    } else if (!readable && (!willClose || isReadable(stream)) && (hasWritten || isWritable(stream) === false) && !written?.pendingcb) {
      nextTick(onClosed);
    } else if (!writable && (!willClose || isWritable(stream)) && (hasRead || isReadable(stream) === false)) {
      nextTick(onClosed);
    }
    return () => { for (const [type, listener] of listeners) stream.removeListener(type, listener); };
  };

  // Pipelines, in which streams of the web are those of Node. What a function is given is read chunk by chunk.
  const readOf = (value) => {
    if (isIterable(value)) return value;
    if (isReadableNode(value)) return Readable.prototype[Symbol.asyncIterator].call(value);
    throw wrongType('val', 'an instance of Readable, Iterable, or AsyncIterable', value);
  };
  const wrongReturn = (expected, name, value) =>
    coded(new TypeError(`Expected ${expected} to be returned from the "${name}" function but got ${received(value)}.`), 'ERR_INVALID_RETURN_VALUE');
  const isAsyncIterable = (value) => typeof value?.[Symbol.asyncIterator] === 'function';
  const destroyerOf = (stream, readable, writable) => {
    let isOver = false;
    stream.on('close', () => { isOver = true; });
    const forget = finished(stream, { readable, writable }, (error) => { isOver = !error; });
    const destroy = (error) => {
      if (isOver) return;
      isOver = true;
      endBy(stream, error || errors.destroyed('pipe'));
    };
    return { destroy, forget };
  };
  const pump = async (source, target, done, isEnding) => {
    let failed, wake;
    const told = (error) => {
      if (error) failed = error;
      wake?.();
      wake = undefined;
    };
    const wait = () => new Promise((resolve, reject) => {
      const settle = () => (failed ? reject(failed) : resolve());
      if (failed) settle();
      else wake = settle;
    });
    target.on('drain', told);
    const forget = finished(target, { readable: false }, told);
    try {
      if (target.writableNeedDrain) await wait();
      for await (const chunk of source) if (!target.write(chunk)) await wait();
      if (isEnding) {
        target.end();
        await wait();
      }
      done();
    } catch (error) {
      done(failed !== error ? joined(failed, error) : error);
    } finally {
      forget();
      target.off('drain', told);
    }
  };
  const connect = (source, target, done, failedOnly, isEnding) => {
    let isEnded = false;
    target.on('close', () => { if (!isEnded) failedOnly(errors.premature()); });
    source.pipe(target, { end: false });
    if (isEnding) {
      const end = () => {
        isEnded = true;
        target.end();
      };
      if (readIsOver(source)) nextTick(end);
      else source.once('end', end);
    } else {
      done();
    }
    finished(source, { readable: true, writable: false }, (error) => {
      const state = source._readableState;
      const isJustClosed = error?.code === 'ERR_STREAM_PREMATURE_CLOSE' && state?.ended && !state.errored && !state.errorEmitted;
      if (isJustClosed) source.once('end', done).once('error', done);
      else done(error);
    });
    return finished(target, { readable: false, writable: true }, done);
  };

  // What says only that a stage has stopped, and not why, gives way to a later error.
  const isWeak = (error) => !error || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.name === 'AbortError';
  class Pipeline {
    constructor(stages, options, callback) {
      this.stages = stages.map((stage) => (isWeb(stage) ? streams.web.toNode(stage) : stage));
      this.isEnding = options?.end !== false;
      this.callback = callback;
      this.controller = new AbortController();
      this.destroys = [];
      this.cleanups = [];
      this.open = 0;
      this.done = (error) => this.settle(error, --this.open === 0);
      this.failed = (error) => this.settle(error, false);
      const outer = options?.signal;
      const abort = () => this.failed(errors.abortion(outer?.reason));
      this.ignore = outer && !outer.aborted ? onAbort(outer, abort) : undefined;
      if (outer?.aborted) queueMicrotask(abort);
      let value;
      this.stages.forEach((stage, at) => { value = this.add(stage, at, value); });
      if (outer?.aborted) nextTick(abort);
      this.last = value;
    }
    settle(error, isFinal) {
      if (error && isWeak(this.error)) this.error = error;
      if (!this.error && !isFinal) return;
      while (this.destroys.length > 0) this.destroys.shift()(this.error);
      this.ignore?.();
      this.controller.abort();
      if (!isFinal) return;
      if (!this.error) for (const cleanup of this.cleanups) cleanup();
      nextTick(this.callback, this.error, this.value);
    }
    add(stage, at, before) {
      // The log stays open.
      const isLast = at === this.stages.length - 1, isEnding = !isLast || this.isEnding && !stage._isStdio;
      if (isNode(stage)) this.guard(stage, isEnding, !isLast, at > 0);
      if (at === 0) return this.sourceOf(stage);
      const { signal } = this.controller;
      if (typeof stage === 'function') {
        const made = stage(readOf(before), { signal });
        if (isLast) return this.collect(made, isEnding);
        if (!isAsyncIterable(made)) throw wrongReturn('AsyncIterable', `transform[${at - 1}]`, made);
        return made;
      }
      if (isNode(stage)) {
        if (isReadableNode(before)) {
          this.open += 2;
          const forget = connect(before, stage, this.done, this.failed, isEnding);
          if (isReadable(stage) && isLast) this.cleanups.push(forget);
        } else {
          if (!isIterable(before)) throw wrongType('val', 'an instance of Readable, Iterable, AsyncIterable, ReadableStream, or TransformStream', before);
          this.open += 1;
          pump(before, stage, this.done, isEnding);
        }
        return stage;
      }
      return this.add(streams.duplexFrom(stage), at, before);
    }
    sourceOf(stage) {
      if (typeof stage !== 'function') return isIterable(stage) || isReadableNode(stage) ? stage : streams.duplexFrom(stage);
      const made = stage({ signal: this.controller.signal });
      if (!isIterable(made)) throw wrongReturn('Iterable, AsyncIterable or Stream', 'source', made);
      return made;
    }
    // Destroys a stage when another fails, and sees what fails in the last one afterwards.
    guard(stage, isEnding, reading, writing) {
      const isOpen = !reading && isReadable(stage);
      if (isEnding) {
        const { destroy, forget } = destroyerOf(stage, reading, writing);
        this.destroys.push(destroy);
        if (isOpen) this.cleanups.push(forget);
      }
      const failed = (error) => {
        if (!isWeak(error)) this.failed(error);
      };
      stage.on('error', failed);
      if (isOpen) this.cleanups.push(() => stage.removeListener('error', failed));
    }
    // What the last function gives is the value of the pipeline.
    collect(made, isEnding) {
      const through = new PassThrough({ objectMode: true });
      this.open += 1;
      if (typeof made?.then === 'function') {
        made.then((value) => {
          this.value = value;
          if (value !== null && value !== undefined) through.write(value);
          if (isEnding) through.end();
          nextTick(this.done);
        }, (error) => {
          through.destroy(error);
          nextTick(this.done, error);
        });
      } else if (isAsyncIterable(made)) {
        pump(made, through, this.done, isEnding);
      } else {
        throw wrongReturn('AsyncIterable or Promise', 'destination', made);
      }
      const { destroy, forget } = destroyerOf(through, false, true);
      this.destroys.push(destroy);
      this.cleanups.push(forget);
      return through;
    }
  }
  const once = (callback) => {
    let isCalled = false;
    return (...args) => {
      if (isCalled) return;
      isCalled = true;
      Reflect.apply(callback, undefined, args);
    };
  };
  const begun = (stages, options, callback) => {
    const all = stages.length === 1 && Array.isArray(stages[0]) ? stages[0] : stages;
    if (all.length < 2) throw coded(new TypeError('The "streams" argument must be specified'), 'ERR_MISSING_ARGS');
    abortSignal(options?.signal, 'options.signal');
    return new Pipeline(all, options, callback);
  };
  const pipeline = (...stages) => {
    const callback = once(callable(stages.pop(), 'streams[stream.length - 1]'));
    return begun(stages, undefined, callback).last;
  };

  // The forms with promises.
  const isOptions = (value) => typeof value === 'object' && value !== null && !isNode(value) && !isIterable(value)
    && !isWeb(value) && typeof value.then !== 'function' && !('readable' in value) && !('writable' in value);
  const promises = {
    finished: (stream, options = undefined) => new Promise((resolve, reject) => {
      const forget = finished(stream, options, (error) => {
        if (options?.cleanup) forget();
        if (error) reject(error);
        else resolve();
      });
    }),
    pipeline: (...stages) => new Promise((resolve, reject) => {
      const options = isOptions(stages.at(-1)) ? stages.pop() : undefined;
      begun(stages, options, once((error, value) => (error ? reject(error) : resolve(value))));
    }),
  };

  Object.assign(streams, {
    finished, pipeline, promises, isReadable, isWritable, isFinished, isErrored, isDisturbed, isDestroyed, wrongReturn, isAsyncIterable, readOf,
  });
})
