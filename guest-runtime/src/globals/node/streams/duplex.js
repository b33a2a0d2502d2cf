(function (native) {
  'use strict';
  // Streams of two halves, and those of which one half makes the other.
  const { hide, streams } = native.node;
  const { nextTick } = native;
  const { Stream, Readable, Writable, errors, expose, inherit, adopt } = streams;

  function Duplex(options) {
    if (!(this instanceof Duplex)) return new Duplex(options);
    streams.beginReading(this, options);
    streams.beginWriting(this, options);
    Reflect.apply(Stream, this, [options]);
    this.allowHalfOpen = options?.allowHalfOpen !== false;
    if (options?.readable === false) {
      Object.assign(this._readableState, { readable: false, ended: true, endEmitted: true });
    }
    if (options?.writable === false) {
      Object.assign(this._writableState, { writable: false, ending: true, ended: true, finished: true });
    }
    streams.constructReading(this);
    streams.constructWriting(this);
    return undefined;
  }
  inherit(Duplex, Readable);
  const own = Object.getOwnPropertyDescriptors(Writable.prototype);
  for (const name of Reflect.ownKeys(own)) {
    if (name === 'destroy' || !(name in Readable.prototype) && name !== 'writableAborted') Object.defineProperty(Duplex.prototype, name, own[name]);
  }
  const both = (name) => function () { return Boolean(this._readableState?.[name] && this._writableState?.[name]); };
  expose(Duplex.prototype, {
    destroyed: [both('destroyed'), function (value) {
      for (const state of streams.halves(this)) state.destroyed = value;
    }],
  });

  function Transform(options) {
    if (!(this instanceof Transform)) return new Transform(options);
    const mark = options?.highWaterMark ?? options?.readableHighWaterMark;
    // A half that reads nothing ahead holds one chunk, which is to be taken before it.
    const given = mark === 0 ? { ...options, highWaterMark: null, readableHighWaterMark: 0, writableHighWaterMark: options.writableHighWaterMark || 0 } : options;
    Reflect.apply(Duplex, this, [given]);
    this._readableState.sync = false;
    hide(this, pending, null);
    adopt(this, options, { transform: '_transform', flush: '_flush' });
    this.on('prefinish', () => { if (this._final !== final) flush(this); });
    return undefined;
  }
  inherit(Transform, Duplex);
  const pending = Symbol('callback');
  const flush = (stream, callback) => {
    if (typeof stream._flush !== 'function' || stream.destroyed) {
      stream.push(null);
      callback?.();
      return;
    }
    stream._flush((error, data) => {
      if (error) {
        if (callback) callback(error);
        else stream.destroy(error);
        return;
      }
      if (data !== undefined && data !== null) stream.push(data);
      stream.push(null);
      callback?.();
    });
  };
  function final(callback) { flush(this, callback); }
  const methods = {
    _final: final,
    _transform() { throw errors.missing('_transform()'); },
    _write(chunk, encoding, callback) {
      const { _readableState: read, _writableState: written } = this;
      const before = read.length;
      this._transform(chunk, encoding, (error, data) => {
        if (error) {
          callback(error);
          return;
        }
        if (data !== undefined && data !== null) this.push(data);
        // Once the other half is full, this one waits until it is read; its end is told first.
        if (read.ended) nextTick(callback);
        else if (written.ended || before === read.length || read.length < read.highWaterMark) callback();
        else this[pending] = callback;
      });
    },
    _read() {
      const callback = this[pending];
      if (!callback) return;
      this[pending] = null;
      callback();
    },
  };
  for (const [name, method] of Object.entries(methods)) hide(Transform.prototype, name, method);

  function PassThrough(options) {
    if (!(this instanceof PassThrough)) return new PassThrough(options);
    Reflect.apply(Transform, this, [options]);
    return undefined;
  }
  inherit(PassThrough, Transform);
  hide(PassThrough.prototype, '_transform', (chunk, encoding, callback) => callback(null, chunk));

  Object.assign(streams, { Duplex, Transform, PassThrough });
})
