(function (native) {
  'use strict';
  // What both halves of streams have: how they are constructed, how they fail and how they are
  // destroyed. `native.node.streams` collects what the files beside this one make.
  const { part, hide, coded, wrongType, wrongValue, abortSignal, require } = native.node;
  const { nextTick } = native;
  const EventEmitter = require('events');
  const { Buffer } = part('buffers');

  const failure = (code, message, Class = Error) => coded(new Class(message), code);
  const abortion = (cause = undefined) => {
    const error = failure('ABORT_ERR', 'The operation was aborted');
    if (cause !== undefined) hide(error, 'cause', cause);
    error.name = 'AbortError';
    return error;
  };
  const errors = {
    abortion,
    failure,
    destroyed: (name) => failure('ERR_STREAM_DESTROYED', `Cannot call ${name} after a stream was destroyed`),
    premature: () => failure('ERR_STREAM_PREMATURE_CLOSE', 'Premature close'),
    repeated: () => failure('ERR_MULTIPLE_CALLBACK', 'Callback called multiple times'),
    missing: (name) => failure('ERR_METHOD_NOT_IMPLEMENTED', `The ${name} method is not implemented`),
    chunk: (value) => wrongType('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', value),
  };
  // Two failures of one stream as one.
  const joined = (inner, outer) => {
    if (!inner || !outer || inner === outer) return inner || outer;
    if (Array.isArray(outer.errors)) {
      outer.errors.push(inner);
      return outer;
    }
    return coded(new AggregateError([outer, inner], outer.message), outer.code);
  };

  const isNode = (value) => Boolean(value && (value._readableState || value._writableState
    || typeof value.write === 'function' && typeof value.on === 'function' || typeof value.pipe === 'function' && typeof value.on === 'function'));
  const isReadableNode = (value, isStrict = false) => Boolean(value && typeof value.pipe === 'function' && typeof value.on === 'function'
    && (!isStrict || typeof value.pause === 'function' && typeof value.resume === 'function')
    && (!value._writableState || value._readableState && value._readableState.readable !== false));
  const isWritableNode = (value) => Boolean(value && typeof value.write === 'function' && typeof value.on === 'function'
    && (!value._readableState || value._writableState?.writable !== false));
  const isDuplexNode = (value) => Boolean(value?._readableState && typeof value.on === 'function' && typeof value.write === 'function');
  const isWeb = (name) => (value) => Boolean(value && !isNode(value) && typeof globalThis[name] === 'function' && value instanceof globalThis[name]);
  const isIterable = (value) => value !== null && value !== undefined
    && (typeof value[Symbol.asyncIterator] === 'function' || typeof value[Symbol.iterator] === 'function');

  // The half that is asked first for what both have.
  const halves = (stream) => [stream._readableState, stream._writableState].filter(Boolean);

  const defaults = { bytes: 65536, objects: 16 };
  const highWaterMarkOf = (state, options, isDuplex, name) => {
    const mark = options?.highWaterMark ?? (isDuplex ? options?.[name] : undefined);
    if (mark === undefined || mark === null) return state.objectMode ? defaults.objects : defaults.bytes;
    if (!Number.isInteger(mark) || mark < 0) throw wrongValue(isDuplex ? `options.${name}` : 'options.highWaterMark', mark);
    return Math.floor(mark);
  };
  const checkedEncoding = (encoding) => {
    if (!Buffer.isEncoding(encoding)) throw failure('ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`, TypeError);
    return encoding;
  };
  // What both halves know of their stream. `kind` is the prefix of the options of a duplex.
  const begin = (state, options, stream, kind) => {
    const isDuplex = stream instanceof native.node.streams.Duplex;
    Object.assign(state, {
      objectMode: Boolean(options?.objectMode || isDuplex && options?.[`${kind}ObjectMode`]),
      emitClose: options?.emitClose !== false,
      autoDestroy: options?.autoDestroy !== false,
      constructed: true,
      destroyed: false,
      errored: null,
      errorEmitted: false,
      closed: false,
      closeEmitted: false,
    });
    state.highWaterMark = highWaterMarkOf(state, options, isDuplex, `${kind}HighWaterMark`);
    state.defaultEncoding = options?.defaultEncoding ? checkedEncoding(options.defaultEncoding) : 'utf8';
  };

  // Failing and closing.
  const tellError = (stream, error) => {
    const all = halves(stream);
    if (all.some((state) => state.errorEmitted)) return;
    for (const state of all) state.errorEmitted = true;
    stream.emit('error', error);
  };
  const tellClose = (stream) => {
    const all = halves(stream);
    for (const state of all) state.closeEmitted = true;
    if (all.some((state) => state.emitClose)) stream.emit('close');
  };
  const markErrored = (stream, error) => {
    for (const state of halves(stream)) state.errored ??= error;
  };
  const tearDown = (stream, cause, callback) => {
    let isDone = false;
    const done = (error) => {
      if (isDone) return;
      isDone = true;
      if (error) markErrored(stream, error);
      for (const state of halves(stream)) state.closed = true;
      if (typeof callback === 'function') callback(error);
      nextTick(() => {
        if (error) tellError(stream, error);
        tellClose(stream);
      });
    };
    try {
      stream._destroy(cause || null, done);
    } catch (error) {
      done(error);
    }
  };
  // Called back when the stream is constructed, for a stream that is destroyed before.
  const lateDestroys = new WeakMap();
  function destroy(error, callback) {
    const all = halves(this);
    if (all.some((state) => state.destroyed)) {
      if (typeof callback === 'function') callback();
      return this;
    }
    if (error) markErrored(this, error);
    for (const state of all) state.destroyed = true;
    // The last half is that which is written to, whose word counts.
    if (all.length > 0 && !all.at(-1).constructed) lateDestroys.set(this, (failed) => tearDown(this, joined(failed, error), callback));
    else tearDown(this, error, callback);
    return this;
  }
  // `isSync` says that the program has not yet had a chance to listen.
  const fail = (stream, error, isSync = false) => {
    const all = halves(stream);
    if (all.some((state) => state.destroyed)) return;
    if (all.some((state) => state.autoDestroy)) {
      stream.destroy(error);
    } else if (error) {
      markErrored(stream, error);
      if (isSync) nextTick(tellError, stream, error);
      else tellError(stream, error);
    }
  };

  const waiting = new WeakMap();
  // Lets `_construct` do its work before the first read or write; `callback` is called behind it.
  const construct = (stream, callback) => {
    if (typeof stream._construct !== 'function') return;
    for (const state of halves(stream)) state.constructed = false;
    if (waiting.has(stream)) {
      waiting.get(stream).push(callback);
      return;
    }
    waiting.set(stream, [callback]);
    let isDone = false;
    const done = (error) => {
      if (isDone) {
        fail(stream, error ?? errors.repeated());
        return;
      }
      isDone = true;
      for (const state of halves(stream)) state.constructed = true;
      const late = lateDestroys.get(stream);
      if (late) late(error);
      else if (error) fail(stream, error, true);
      else for (const task of waiting.get(stream)) task();
    };
    nextTick(() => {
      try {
        stream._construct((error) => nextTick(done, error));
      } catch (error) {
        nextTick(done, error);
      }
    });
  };

  // What a half that is no stream of ours is closed by.
  const endBy = (stream, error) => {
    if (!stream || halves(stream).some((state) => state.destroyed)) return;
    const reason = error || (native.node.streams.isFinished(stream) ? undefined : abortion());
    if (typeof stream.destroy === 'function') stream.destroy(reason);
    else if (typeof stream.close === 'function') stream.close();
  };

  // What is called when a signal aborts; gives what takes that back.
  const onAbort = (signal, task) => {
    signal.addEventListener('abort', task, { once: true });
    return () => signal.removeEventListener('abort', task);
  };
  const addSignal = (signal, stream) => {
    const abort = () => stream.destroy(abortion(signal.reason));
    if (signal.aborted) {
      abort();
    } else {
      const forget = onAbort(signal, abort);
      native.node.streams.finished(stream, forget);
    }
    return stream;
  };
  const isSignal = (value, name) => {
    if (value === undefined) throw wrongType(name, 'an instance of AbortSignal', value);
    return abortSignal(value, name);
  };

  // The old class of all streams, which is also the module.
  function Stream(options) { Reflect.apply(EventEmitter, this, [options]); }
  Object.setPrototypeOf(Stream.prototype, EventEmitter.prototype);
  Object.setPrototypeOf(Stream, EventEmitter);
  Stream.prototype.pipe = function (target, options) {
    const source = this;
    const write = (chunk) => {
      if (target.writable && target.write(chunk) === false && source.pause) source.pause();
    };
    const drained = () => { if (source.readable && source.resume) source.resume(); };
    let isEnded = false;
    const once = (task) => () => {
      if (isEnded) return;
      isEnded = true;
      task();
    };
    const end = once(() => target.end());
    const close = once(() => { if (typeof target.destroy === 'function') target.destroy(); });
    function failed(error) {
      forget();
      if (EventEmitter.listenerCount(this, 'error') === 0) this.emit('error', error);
    }
    const listeners = [
      [source, 'data', write], [target, 'drain', drained], [source, 'error', failed], [target, 'error', failed],
      ...(target._isStdio || options?.end === false ? [] : [[source, 'end', end], [source, 'close', close]]),
    ];
    const forget = () => {
      for (const [emitter, type, listener] of [...listeners, [source, 'end', forget], [source, 'close', forget], [target, 'close', forget]]) {
        emitter.removeListener(type, listener);
      }
    };
    for (const [emitter, type, listener] of listeners) {
      if (type === 'error') emitter.prependListener(type, listener);
      else emitter.on(type, listener);
    }
    source.on('end', forget);
    source.on('close', forget);
    target.on('close', forget);
    target.emit('pipe', source);
    return target;
  };
  // Properties that read, and may write, what a stream knows of itself.
  const expose = (prototype, members) => {
    for (const [name, [get, set]] of Object.entries(members)) {
      Object.defineProperty(prototype, name, { get, set, enumerable: false, configurable: true });
    }
  };
  // A subclass as Node has it: a function that may be called on an object of its own.
  const inherit = (Class, Parent) => {
    Object.setPrototypeOf(Class.prototype, Parent.prototype);
    Object.setPrototypeOf(Class, Parent);
  };

  native.node.streams = {
    Stream, errors, joined, isNode, isReadableNode, isWritableNode, isDuplexNode, isIterable, isReadableWeb: isWeb('ReadableStream'),
    isWritableWeb: isWeb('WritableStream'), isTransformWeb: isWeb('TransformStream'), halves, defaults, begin, checkedEncoding, tellError,
    destroy, fail, construct, endBy, onAbort, addSignal, isSignal, expose, inherit,
  };
})
