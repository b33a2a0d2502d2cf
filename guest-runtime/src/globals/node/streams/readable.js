(function (native) {
  'use strict';
  // What is read. Chunks wait in `state.buffer` from `bufferIndex` on.
  const { part, hide, outOfRange, streams } = native.node;
  const { nextTick } = native;
  const { Stream, errors, begin, destroy, fail, construct, expose, inherit, addSignal } = streams;
  const { Buffer } = part('buffers');
  const decoderOf = (encoding) => new (part('strings').StringDecoder)(encoding);

  // Places of chunks that have been read, which are let go together.
  const READ_MAX = 1024;
  class ReadableState {
    constructor(options, stream) {
      begin(this, options, stream, 'readable');
      Object.assign(this, {
        buffer: [], bufferIndex: 0, length: 0, pipes: [], flowing: null, ended: false, endEmitted: false, reading: false, sync: true,
        needReadable: false, emittedReadable: false, readableListening: false, resumeScheduled: false, paused: null,
        readingMore: false, dataEmitted: false, decoder: null, encoding: null, awaitDrainWriters: new Set(), readable: true,
      });
      if (options?.encoding) this.setEncoding(options.encoding);
    }
    setEncoding(encoding) {
      this.decoder = decoderOf(encoding);
      this.encoding = this.decoder.encoding;
    }
    get isStopped() { return this.destroyed || this.errored !== null; }
    sizeOf(chunk) { return this.objectMode ? 1 : chunk.length; }
    get first() { return this.buffer[this.bufferIndex]; }
    add(chunk, isFirst) {
      this.length += this.sizeOf(chunk);
      if (!isFirst) this.buffer.push(chunk);
      else if (this.bufferIndex > 0) this.buffer[--this.bufferIndex] = chunk;
      else this.buffer.unshift(chunk);
    }
    shift() {
      const chunk = this.first;
      this.buffer[this.bufferIndex++] = undefined;
      if (this.bufferIndex === this.buffer.length) {
        this.buffer.length = this.bufferIndex = 0;
      } else if (this.bufferIndex > READ_MAX) {
        this.buffer.splice(0, this.bufferIndex);
        this.bufferIndex = 0;
      }
      return chunk;
    }
    get waiting() { return this.buffer.slice(this.bufferIndex); }
    take(count) {
      if (this.length === 0) return null;
      if (this.objectMode) {
        this.length -= 1;
        return this.shift();
      }
      const chunks = [];
      let left = Math.min(count || this.length, this.length);
      this.length -= left;
      while (left > 0) {
        const chunk = this.first;
        if (chunk.length <= left) {
          chunks.push(this.shift());
        } else {
          chunks.push(chunk.slice(0, left));
          this.buffer[this.bufferIndex] = chunk.slice(left);
        }
        left -= chunks.at(-1).length;
      }
      // Bytes that were put back stay bytes, unless all is read as text.
      if (chunks.length === 1 && (!this.decoder || this.length > 0)) return chunks[0];
      return this.decoder ? chunks.join('') : Buffer.concat(chunks);
    }
    // How much a read of so many gives now.
    available(count) {
      if (count <= 0 || this.length === 0 && this.ended) return 0;
      if (this.objectMode) return 1;
      if (Number.isNaN(count)) return this.flowing && this.length > 0 ? this.first.length : this.length;
      if (count <= this.length) return count;
      return this.ended ? this.length : 0;
    }
    get hasRoom() { return !this.ended && (this.length < this.highWaterMark || this.length === 0); }
  }

  function Readable(options) {
    if (!(this instanceof Readable)) return new Readable(options);
    beginReading(this, options);
    Reflect.apply(Stream, this, [options]);
    constructReading(this);
    return undefined;
  }
  inherit(Readable, Stream);
  const OPTIONS = { read: '_read', destroy: '_destroy', construct: '_construct' };
  const beginReading = (stream, options) => {
    stream._readableState = new ReadableState(options, stream);
    adopt(stream, options, OPTIONS);
    if (options?.signal) addSignalLater(options.signal, stream);
  };
  const constructReading = (stream) => construct(stream, () => {
    if (stream._readableState.needReadable) readMore(stream);
  });
  // The methods that the options of a constructor give.
  const adopt = (stream, options, names) => {
    for (const [option, method] of Object.entries(names)) {
      if (typeof options?.[option] === 'function') stream[method] = options[option];
    }
  };
  const addSignalLater = (signal, stream) => { if (!streams.isDuplexNode(stream)) addSignal(streams.isSignal(signal, 'signal'), stream); };

  // Telling that there is something to read: never while the program pushes, and once for all.
  const announce = (stream) => {
    const state = stream._readableState;
    state.needReadable = false;
    if (state.emittedReadable) return;
    state.emittedReadable = true;
    nextTick(tellReadable, stream);
  };
  const tellReadable = (stream) => {
    const state = stream._readableState;
    if (!state.isStopped && (state.length > 0 || state.ended)) {
      stream.emit('readable');
      state.emittedReadable = false;
    }
    state.needReadable ||= !state.flowing && !state.ended && state.length <= state.highWaterMark;
    flow(stream);
  };
  const flow = (stream) => {
    const state = stream._readableState;
    while (state.flowing && stream.read() !== null);
  };
  // Reads ahead as long as there is room and each read gives something.
  const readMore = (stream) => {
    const state = stream._readableState;
    if (state.readingMore || !state.constructed) return;
    state.readingMore = true;
    nextTick(() => {
      while (!state.reading && !state.ended && (state.length < state.highWaterMark || state.flowing && state.length === 0)) {
        const before = state.length;
        stream.read(0);
        if (state.length === before) break;
      }
      state.readingMore = false;
    });
  };

  // Chunks that come in.
  const arrive = (stream, chunk, isFirst) => {
    const state = stream._readableState;
    if (state.flowing && state.length === 0 && !state.sync && stream.listenerCount('data') > 0) {
      state.awaitDrainWriters.clear();
      state.dataEmitted = true;
      stream.emit('data', chunk);
    } else {
      state.add(chunk, isFirst);
      if (state.needReadable) announce(stream);
    }
    readMore(stream);
  };
  const endOfInput = (stream) => {
    const state = stream._readableState;
    state.reading = false;
    if (state.ended) return;
    const rest = state.decoder?.end();
    if (rest) state.add(rest, false);
    state.ended = true;
    if (state.sync) {
      announce(stream);
    } else {
      state.needReadable = false;
      state.emittedReadable = true;
      tellReadable(stream);
    }
  };
  // The chunk as it is kept; `undefined` behind an error.
  const kept = (state, chunk, encoding, isFirst) => {
    if (typeof chunk === 'string') {
      const given = encoding || state.defaultEncoding;
      if (state.encoding === given) return chunk;
      const bytes = Buffer.from(chunk, given);
      if (isFirst && state.encoding) return bytes.toString(state.encoding);
      return state.decoder ? state.decoder.write(bytes) : bytes;
    }
    if (!ArrayBuffer.isView(chunk)) return undefined;
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    return state.decoder && !isFirst ? state.decoder.write(bytes) : bytes;
  };
  const push = (stream, chunk, encoding, isFirst) => {
    const state = stream._readableState;
    if (chunk === null) {
      endOfInput(stream);
      return false;
    }
    let made = chunk;
    if (!state.objectMode) {
      if (chunk !== undefined && typeof chunk !== 'string' && !ArrayBuffer.isView(chunk)) {
        fail(stream, errors.chunk(chunk));
        return false;
      }
      if (!(chunk?.length > 0)) {
        if (!isFirst) state.reading = false;
        readMore(stream);
        return state.hasRoom;
      }
    }
    if (isFirst ? state.endEmitted : state.ended) {
      fail(stream, isFirst
        ? errors.failure('ERR_STREAM_UNSHIFT_AFTER_END_EVENT', 'stream.unshift() after end event')
        : errors.failure('ERR_STREAM_PUSH_AFTER_EOF', 'stream.push() after EOF'));
      return false;
    }
    if (state.isStopped) return false;
    if (!isFirst) state.reading = false;
    if (!state.objectMode) made = kept(state, chunk, encoding, isFirst);
    else if (state.decoder && !encoding && !isFirst) made = state.decoder.write(chunk);
    if (state.objectMode || made.length > 0) arrive(stream, made, isFirst);
    else readMore(stream);
    return state.hasRoom;
  };

  // The end, which is told once all has been read.
  const finishReading = (stream) => {
    const state = stream._readableState;
    if (state.endEmitted) return;
    state.ended = true;
    nextTick(() => {
      if (state.errored || state.closeEmitted || state.endEmitted || state.length > 0) return;
      state.endEmitted = true;
      stream.emit('end');
      const written = stream._writableState;
      if (stream.writable && stream.allowHalfOpen === false) {
        nextTick(() => {
          if (stream.writable && !stream.writableEnded && !stream.destroyed) stream.end();
        });
      } else if (state.autoDestroy && (!written || written.autoDestroy && (written.finished || written.writable === false))) {
        stream.destroy();
      }
    });
  };
  const LARGEST = 0x40000000;
  const roundedUp = (count) => {
    if (count > LARGEST) throw outOfRange('size', '<= 1GiB', count);
    return 2 ** Math.ceil(Math.log2(count));
  };
  const fill = (stream, state) => {
    state.reading = true;
    state.sync = true;
    if (state.length === 0) state.needReadable = true;
    try {
      stream._read(state.highWaterMark);
    } catch (error) {
      fail(stream, error);
    }
    state.sync = false;
  };

  const methods = {
    read(size) {
      const state = this._readableState;
      const asked = size === undefined ? NaN : Number.isInteger(size) ? size : Number.parseInt(size, 10);
      if (asked > state.highWaterMark) state.highWaterMark = roundedUp(asked);
      if (asked !== 0) state.emittedReadable = false;
      const isFull = state.highWaterMark === 0 ? state.length > 0 : state.length >= state.highWaterMark;
      if (asked === 0 && state.needReadable && (isFull || state.ended)) {
        if (state.length === 0 && state.ended) finishReading(this);
        else announce(this);
        return null;
      }
      let count = state.available(asked);
      if (count === 0 && state.ended) {
        if (state.length === 0) finishReading(this);
        return null;
      }
      const isWanted = state.needReadable || state.length === 0 || state.length - count < state.highWaterMark;
      if (isWanted && !state.ended && !state.reading && !state.isStopped && state.constructed) {
        fill(this, state);
        if (!state.reading) count = state.available(asked);
      }
      const chunk = count > 0 ? state.take(count) : null;
      if (chunk === null) {
        state.needReadable ||= state.length <= state.highWaterMark;
        count = 0;
      } else {
        state.awaitDrainWriters.clear();
      }
      if (state.length === 0) {
        if (!state.ended) state.needReadable = true;
        if (state.ended && asked !== count) finishReading(this);
      }
      if (chunk !== null) {
        if (!state.errorEmitted && !state.closeEmitted) {
          state.dataEmitted = true;
          this.emit('data', chunk);
        }
      }
      return chunk;
    },
    push(chunk, encoding) { return push(this, chunk, encoding, false); },
    unshift(chunk, encoding) { return push(this, chunk, encoding, true); },
    _read() { throw errors.missing('_read()'); },
    _destroy(error, callback) { callback(error); },
    destroy,
    setEncoding(encoding) {
      const state = this._readableState;
      state.setEncoding(encoding);
      // What waits already is decoded with it.
      const content = state.waiting.map((chunk) => state.decoder.write(chunk)).join('');
      state.buffer = content === '' ? [] : [content];
      state.bufferIndex = 0;
      state.length = content.length;
      return this;
    },
    isPaused() { return this._readableState.paused === true || this._readableState.flowing === false; },
    resume() {
      const state = this._readableState;
      if (!state.flowing) {
        state.flowing = !state.readableListening;
        if (!state.resumeScheduled) {
          state.resumeScheduled = true;
          nextTick(() => {
            if (!state.reading) this.read(0);
            state.resumeScheduled = false;
            this.emit('resume');
            flow(this);
            if (state.flowing && !state.reading) this.read(0);
          });
        }
      }
      state.paused = false;
      return this;
    },
    pause() {
      const state = this._readableState;
      if (state.flowing !== false) {
        state.flowing = false;
        this.emit('pause');
      }
      state.paused = true;
      return this;
    },
    on(type, listener) {
      const answer = Reflect.apply(Stream.prototype.on, this, [type, listener]);
      const state = this._readableState;
      if (type === 'data') {
        state.readableListening = this.listenerCount('readable') > 0;
        if (state.flowing !== false) this.resume();
      } else if (type === 'readable' && !state.endEmitted && !state.readableListening) {
        Object.assign(state, { readableListening: true, needReadable: true, flowing: false, emittedReadable: false });
        if (state.length > 0) announce(this);
        else if (!state.reading) nextTick(() => this.read(0));
      }
      return answer;
    },
    removeListener(type, listener) {
      const answer = Reflect.apply(Stream.prototype.removeListener, this, [type, listener]);
      if (type === 'readable') nextTick(listenAgain, this);
      return answer;
    },
    removeAllListeners(...types) {
      const answer = Reflect.apply(Stream.prototype.removeAllListeners, this, types);
      if (types.length === 0 || types[0] === undefined || types[0] === 'readable') nextTick(listenAgain, this);
      return answer;
    },
  };
  const listenAgain = (stream) => {
    const state = stream._readableState;
    state.readableListening = stream.listenerCount('readable') > 0;
    if (state.resumeScheduled && state.paused === false) state.flowing = true;
    else if (stream.listenerCount('data') > 0) stream.resume();
    else if (!state.readableListening) state.flowing = null;
  };

  for (const [name, method] of Object.entries(methods)) hide(Readable.prototype, name, method);
  Object.defineProperty(Readable.prototype, 'on', { enumerable: true });
  hide(Readable.prototype, 'addListener', methods.on);
  hide(Readable.prototype, 'off', methods.removeListener);
  const of = (name) => [function () { return this._readableState?.[name]; }, undefined];
  expose(Readable.prototype, {
    readable: [
      function () {
        const state = this._readableState;
        return Boolean(state) && state.readable !== false && !state.destroyed && !state.errorEmitted && !state.endEmitted;
      },
      function (value) { if (this._readableState) this._readableState.readable = Boolean(value); },
    ],
    readableDidRead: of('dataEmitted'),
    readableAborted: [function () {
      const state = this._readableState;
      return state.readable !== false && Boolean(state.destroyed || state.errored) && !state.endEmitted;
    }, undefined],
    readableHighWaterMark: of('highWaterMark'),
    readableBuffer: [function () { return this._readableState?.waiting; }, undefined],
    readableFlowing: [
      function () { return this._readableState.flowing; },
      function (value) { if (this._readableState) this._readableState.flowing = value; },
    ],
    readableLength: of('length'),
    readableObjectMode: [function () { return this._readableState ? this._readableState.objectMode : false; }, undefined],
    readableEncoding: [function () { return this._readableState ? this._readableState.encoding : null; }, undefined],
    errored: [function () { return this._readableState ? this._readableState.errored : null; }, undefined],
    closed: [function () { return this._readableState ? this._readableState.closed : false; }, undefined],
    destroyed: [
      function () { return this._readableState ? this._readableState.destroyed : false; },
      function (value) { if (this._readableState) this._readableState.destroyed = value; },
    ],
    readableEnded: [function () { return this._readableState ? this._readableState.endEmitted : false; }, undefined],
  });
  Readable.ReadableState = ReadableState;
  Readable._fromList = (count, state) => state.take(count);
  Object.assign(streams, { Readable, beginReading, constructReading, adopt });
})
