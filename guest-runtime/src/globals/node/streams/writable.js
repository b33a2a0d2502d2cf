(function (native) {
  'use strict';
  // What is written to. One chunk is under way at a time; the others wait in `state.buffered`.
  const { part, hide, streams } = native.node;
  const { nextTick } = native;
  const { Stream, errors, begin, checkedEncoding, destroy, fail, construct, expose, inherit, addSignal, adopt } = streams;
  const { Buffer } = part('buffers');
  const nothing = () => {};

  class WritableState {
    constructor(options, stream) {
      begin(this, options, stream, 'writable');
      Object.assign(this, {
        decodeStrings: options?.decodeStrings !== false, length: 0, writing: false, corked: 0, sync: true, buffered: [],
        isClearing: false, underWay: null, pending: 0, needDrain: false, ending: false, ended: false, finished: false,
        prefinished: false, finalCalled: false, finishCallbacks: [], acknowledged: null, isSettling: false, writable: true,
      });
    }
    get pendingcb() { return this.pending; }
    get bufferedRequestCount() { return this.buffered.length; }
    getBuffer() { return this.buffered; }
    get isFinishing() {
      return this.ending && !this.destroyed && this.constructed && this.length === 0 && !this.errored && this.buffered.length === 0
        && !this.finished && !this.writing && !this.errorEmitted && !this.closeEmitted;
    }
  }

  function Writable(options) {
    if (!(this instanceof Writable)) return new Writable(options);
    beginWriting(this, options);
    Reflect.apply(Stream, this, [options]);
    constructWriting(this);
    return undefined;
  }
  inherit(Writable, Stream);
  // A duplex inherits from readables, and is a writable all the same.
  Object.defineProperty(Writable, Symbol.hasInstance, {
    value(object) {
      if (Function.prototype[Symbol.hasInstance].call(this, object)) return true;
      return this === Writable && object?._writableState instanceof WritableState;
    },
  });
  const OPTIONS = { write: '_write', writev: '_writev', destroy: '_destroy', final: '_final', construct: '_construct' };
  const beginWriting = (stream, options) => {
    stream._writableState = new WritableState(options, stream);
    adopt(stream, options, OPTIONS);
    if (options?.signal) addSignal(streams.isSignal(options.signal, 'signal'), stream);
  };
  const constructWriting = (stream) => construct(stream, () => {
    const state = stream._writableState;
    if (!state.writing) clear(stream, state);
    finishIfDone(stream, state, false);
  });

  // Doing: a chunk, or several at once.
  const send = (stream, state, isMany, length, chunk, encoding, callback) => {
    state.underWay = { length, callback };
    state.writing = true;
    state.sync = true;
    if (state.destroyed) written(stream, errors.destroyed('write'));
    else if (isMany) stream._writev(chunk, (error) => written(stream, error));
    else stream._write(chunk, encoding, (error) => written(stream, error));
    state.sync = false;
  };
  const clear = (stream, state) => {
    if (state.corked > 0 || state.isClearing || state.destroyed || !state.constructed) return;
    const { buffered } = state;
    if (buffered.length === 0) return;
    state.isClearing = true;
    if (buffered.length > 1 && stream._writev) {
      const chunks = [...buffered];
      state.pending -= chunks.length - 1;
      const isSilent = chunks.every(({ callback }) => callback === nothing);
      const called = isSilent ? nothing : (error) => { for (const one of chunks) one.callback(error); };
      const given = [...chunks];
      given.allBuffers = chunks.every(({ encoding }) => encoding === 'buffer');
      send(stream, state, true, state.length, given, '', called);
      // Behind the write, whose callback does not see an end yet.
      state.buffered = state.buffered.slice(chunks.length);
    } else {
      let at = 0;
      do {
        const { chunk, encoding, callback } = buffered[at++];
        send(stream, state, false, state.objectMode ? 1 : chunk.length, chunk, encoding, callback);
      } while (at < buffered.length && !state.writing);
      state.buffered.splice(0, at);
    }
    state.isClearing = false;
  };
  // Nothing that waits will be written any more.
  const abandon = (state) => {
    if (state.writing) return;
    const { buffered } = state;
    state.buffered = [];
    for (const { chunk, callback } of buffered) {
      state.length -= state.objectMode ? 1 : chunk.length;
      callback(state.errored ?? errors.destroyed('write'));
    }
    tellFinished(state, state.errored ?? errors.destroyed('end'));
  };
  const tellFinished = (state, error) => {
    for (const callback of state.finishCallbacks.splice(0)) callback(error);
  };
  const written = (stream, error) => {
    const state = stream._writableState;
    const { underWay, sync } = state;
    if (underWay === null) {
      fail(stream, errors.repeated());
      return;
    }
    state.underWay = null;
    state.writing = false;
    state.length -= underWay.length;
    const { callback } = underWay;
    if (error) {
      state.errored ??= error;
      const own = stream._readableState;
      if (own) own.errored ??= error;
      if (sync) nextTick(failWrite, stream, state, error, callback);
      else failWrite(stream, state, error, callback);
      return;
    }
    if (state.buffered.length > 0) clear(stream, state);
    if (!sync) acknowledge(stream, state, 1, callback);
    else acknowledgeLater(stream, state, callback);
  };
  const acknowledgeLater = (stream, state, callback) => {
    // Nobody waits for what has no callback: it takes a tick only to tell of a drain, or, as in Node, of
    // objects, and that tick serves all that is done before it.
    const isTold = state.objectMode || state.needDrain && state.length === 0;
    if (callback === nothing && (state.isSettling || !isTold)) {
      state.pending -= 1;
      if (state.ending) finishIfDone(stream, state, true);
    } else if (callback === nothing) {
      state.isSettling = true;
      nextTick(() => {
        state.isSettling = false;
        acknowledge(stream, state, 1, callback);
      });
    } else if (state.acknowledged?.callback === callback) {
      state.acknowledged.count += 1;
    } else {
      const info = { count: 1, callback };
      state.acknowledged = info;
      nextTick(() => {
        state.acknowledged = null;
        acknowledge(stream, state, info.count, callback);
      });
    }
  };
  const acknowledge = (stream, state, count, callback) => {
    if (!state.ending && !stream.destroyed && state.length === 0 && state.needDrain) {
      state.needDrain = false;
      stream.emit('drain');
    }
    for (; count > 0; count--) {
      state.pending -= 1;
      callback(null);
    }
    if (state.destroyed) abandon(state);
    finishIfDone(stream, state, true);
  };
  const failWrite = (stream, state, error, callback) => {
    state.pending -= 1;
    callback(error);
    abandon(state);
    fail(stream, error);
  };

  // The end: `_final`, then `prefinish`, then `finish`.
  const callFinal = (stream, state) => {
    let isDone = false;
    const done = (error) => {
      if (isDone) {
        fail(stream, error ?? errors.repeated());
        return;
      }
      isDone = true;
      state.pending -= 1;
      if (error) {
        tellFinished(state, error);
        fail(stream, error, state.sync);
      } else if (state.isFinishing) {
        state.prefinished = true;
        stream.emit('prefinish');
        state.pending += 1;
        nextTick(finish, stream, state);
      }
    };
    state.sync = true;
    state.pending += 1;
    try {
      stream._final(done);
    } catch (error) {
      done(error);
    }
    state.sync = false;
  };
  const finishIfDone = (stream, state, isSync) => {
    if (!state.isFinishing) return;
    if (!state.prefinished && !state.finalCalled) {
      if (typeof stream._final === 'function' && !state.destroyed) {
        state.finalCalled = true;
        callFinal(stream, state);
      } else {
        state.prefinished = true;
        stream.emit('prefinish');
      }
    }
    if (state.pending > 0) return;
    if (isSync) {
      state.pending += 1;
      nextTick(() => {
        if (state.isFinishing) finish(stream, state);
        else state.pending -= 1;
      });
    } else if (state.isFinishing) {
      state.pending += 1;
      finish(stream, state);
    }
  };
  const finish = (stream, state) => {
    state.pending -= 1;
    state.finished = true;
    tellFinished(state, null);
    stream.emit('finish');
    const read = stream._readableState;
    if (state.autoDestroy && (!read || read.autoDestroy && (read.endEmitted || read.readable === false))) stream.destroy();
  };

  // What is given, as bytes with the name `buffer` for their encoding, unless it stays text.
  const prepared = (state, chunk, encoding) => {
    if (chunk === null) throw errors.failure('ERR_STREAM_NULL_VALUES', 'May not write null values to stream', TypeError);
    if (state.objectMode) return { chunk, encoding };
    const given = encoding || state.defaultEncoding;
    if (encoding && encoding !== 'buffer') checkedEncoding(encoding);
    if (typeof chunk === 'string') return state.decodeStrings ? { chunk: Buffer.from(chunk, given), encoding: 'buffer' } : { chunk, encoding: given };
    if (!ArrayBuffer.isView(chunk)) throw errors.chunk(chunk);
    return { chunk: Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength), encoding: 'buffer' };
  };
  // Whether more may be written, or an error.
  const write = (stream, given, inEncoding, callback) => {
    const state = stream._writableState;
    const { chunk, encoding } = prepared(state, given, inEncoding);
    const error = state.ending ? errors.failure('ERR_STREAM_WRITE_AFTER_END', 'write after end')
      : state.destroyed ? errors.destroyed('write') : undefined;
    if (error) {
      nextTick(callback, error);
      fail(stream, error, true);
      return error;
    }
    state.pending += 1;
    const length = state.objectMode ? 1 : chunk.length;
    state.length += length;
    if (state.writing || state.corked > 0 || state.errored || !state.constructed) state.buffered.push({ chunk, encoding, callback });
    else send(stream, state, false, length, chunk, encoding, callback);
    // Behind the write: one that is done at once leaves room.
    const isRoomLeft = state.length < state.highWaterMark || state.length === 0;
    if (!isRoomLeft) state.needDrain = true;
    return isRoomLeft && !state.errored && !state.destroyed;
  };

  const methods = {
    write(chunk, encoding, callback) {
      if (typeof encoding === 'function') [encoding, callback] = [null, encoding];
      return write(this, chunk, encoding, typeof callback === 'function' ? callback : nothing) === true;
    },
    end(chunk, encoding, callback) {
      if (typeof chunk === 'function') [chunk, encoding, callback] = [undefined, undefined, chunk];
      else if (typeof encoding === 'function') [encoding, callback] = [null, encoding];
      const state = this._writableState;
      let error;
      if (chunk !== undefined && chunk !== null) {
        const answer = write(this, chunk, encoding, nothing);
        if (answer instanceof Error) error = answer;
      }
      if (state.corked > 0) {
        state.corked = 1;
        this.uncork();
      }
      if (error === undefined) {
        if (!state.errored && !state.ending) {
          state.ending = true;
          finishIfDone(this, state, true);
          state.ended = true;
        } else if (state.finished) {
          error = errors.failure('ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished');
        } else if (state.destroyed) {
          error = errors.destroyed('end');
        }
      }
      if (typeof callback === 'function') {
        if (error) nextTick(callback, error);
        else if (state.errored) nextTick(callback, state.errored);
        else if (state.finished) nextTick(callback, null);
        else state.finishCallbacks.push(callback);
      }
      return this;
    },
    cork() { this._writableState.corked += 1; },
    uncork() {
      const state = this._writableState;
      if (state.corked === 0) return;
      state.corked -= 1;
      if (!state.writing) clear(this, state);
    },
    setDefaultEncoding(encoding) {
      this._writableState.defaultEncoding = checkedEncoding(typeof encoding === 'string' ? encoding.toLowerCase() : encoding);
      return this;
    },
    pipe() { fail(this, errors.failure('ERR_STREAM_CANNOT_PIPE', 'Cannot pipe, not readable')); },
    _write(chunk, encoding, callback) {
      if (!this._writev) throw errors.missing('_write()');
      this._writev([{ chunk, encoding }], callback);
    },
    _destroy(error, callback) { callback(error); },
    destroy(error, callback) {
      const state = this._writableState;
      if (!state.destroyed && (state.buffered.length > 0 || state.finishCallbacks.length > 0)) nextTick(abandon, state);
      return Reflect.apply(destroy, this, [error, callback]);
    },
  };
  for (const [name, method] of Object.entries(methods)) hide(Writable.prototype, name, method);
  for (const name of ['write', 'end', 'pipe']) Object.defineProperty(Writable.prototype, name, { enumerable: true });
  hide(Writable.prototype, '_writev', null);
  hide(Writable.prototype, Symbol.asyncDispose, function () {
    const error = this.destroyed || this.writableFinished ? null : errors.abortion();
    if (!this.destroyed) this.destroy(error);
    return new Promise((resolve, reject) => {
      streams.finished(this, (failed) => (failed && failed.name !== 'AbortError' ? reject(failed) : resolve(null)));
    });
  });
  const of = (name) => [function () { return this._writableState?.[name]; }, undefined];
  expose(Writable.prototype, {
    closed: [function () { return this._writableState ? this._writableState.closed : false; }, undefined],
    destroyed: [
      function () { return this._writableState ? this._writableState.destroyed : false; },
      function (value) { if (this._writableState) this._writableState.destroyed = value; },
    ],
    writable: [
      function () {
        const state = this._writableState;
        return Boolean(state) && state.writable !== false && !state.destroyed && !state.errored && !state.ending && !state.ended;
      },
      function (value) { if (this._writableState) this._writableState.writable = Boolean(value); },
    ],
    writableFinished: [function () { return this._writableState ? this._writableState.finished : false; }, undefined],
    writableObjectMode: [function () { return this._writableState ? this._writableState.objectMode : false; }, undefined],
    writableBuffer: of('buffered'),
    writableEnded: [function () { return this._writableState ? this._writableState.ending : false; }, undefined],
    writableNeedDrain: [function () {
      const state = this._writableState;
      return state ? !state.destroyed && !state.ending && state.needDrain : false;
    }, undefined],
    writableHighWaterMark: of('highWaterMark'),
    writableCorked: [function () { return this._writableState ? this._writableState.corked : 0; }, undefined],
    writableLength: of('length'),
    errored: [function () { return this._writableState ? this._writableState.errored : null; }, undefined],
    writableAborted: [function () {
      const state = this._writableState;
      return state.writable !== false && Boolean(state.destroyed || state.errored) && !state.finished;
    }, undefined],
  });
  Writable.WritableState = WritableState;
  Object.assign(streams, { Writable, beginWriting, constructWriting });
})
