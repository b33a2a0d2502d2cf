(function (native) {
  'use strict';
  // Where what is read goes: into other streams, or to a loop.
  const { hide, wrongType, streams } = native.node;
  const { nextTick } = native;
  const { Readable, errors, joined, fail } = streams;

  // The source pauses until all that were full have drained.
  function pipe(target, options) {
    const source = this, state = source._readableState;
    state.pipes.push(target);
    let isOver = false, drained;
    const end = () => target.end();
    const unpipeIt = () => source.unpipe(target);
    const isEnding = options?.end !== false && !target._isStdio;
    const atEnd = isEnding ? end : unpipeIt;
    if (state.endEmitted) nextTick(atEnd);
    else source.once('end', atEnd);
    const wait = () => {
      if (!isOver) {
        if (state.pipes.includes(target)) state.awaitDrainWriters.add(target);
        source.pause();
      }
      if (drained) return;
      drained = () => {
        state.awaitDrainWriters.delete(target);
        if (state.awaitDrainWriters.size === 0 && source.listenerCount('data') > 0) source.resume();
      };
      target.on('drain', drained);
    };
    const write = (chunk) => {
      try {
        if (target.write(chunk) === false) wait();
      } catch (error) {
        target.destroy(error);
      }
    };
    const failed = (error) => {
      unpipeIt();
      target.removeListener('error', failed);
      if (target.listenerCount('error') > 0) return;
      const own = target._writableState || target._readableState;
      if (own && !own.errorEmitted) fail(target, error);
      else target.emit('error', error);
    };
    const closed = () => {
      target.removeListener('finish', finished);
      unpipeIt();
    };
    const finished = () => {
      target.removeListener('close', closed);
      unpipeIt();
    };
    const unpiped = (from, info) => {
      if (from !== source || !info || info.hasUnpiped) return;
      info.hasUnpiped = true;
      target.removeListener('close', closed);
      target.removeListener('finish', finished);
      if (drained) target.removeListener('drain', drained);
      target.removeListener('error', failed);
      target.removeListener('unpipe', unpiped);
      source.removeListener('end', end);
      source.removeListener('end', unpipeIt);
      source.removeListener('data', write);
      isOver = true;
      if (drained && state.awaitDrainWriters.size > 0 && (!target._writableState || target._writableState.needDrain)) drained();
    };
    target.on('unpipe', unpiped);
    source.on('data', write);
    target.prependListener('error', failed);
    target.once('close', closed);
    target.once('finish', finished);
    target.emit('pipe', source);
    if (target.writableNeedDrain === true) wait();
    else if (!state.flowing) source.resume();
    return target;
  }
  function unpipe(target) {
    const state = this._readableState;
    const some = target ? state.pipes.filter((one) => one === target).slice(0, 1) : state.pipes;
    if (some.length === 0) return this;
    if (target) state.pipes.splice(state.pipes.indexOf(target), 1);
    else state.pipes = [];
    if (state.pipes.length === 0) this.pause();
    for (const one of some) one.emit('unpipe', this, { hasUnpiped: false });
    return this;
  }
  // A stream of the old kind, whose events are read from this one.
  function wrap(old) {
    let isPaused = false;
    old.on('data', (chunk) => {
      if (this.push(chunk) || !old.pause) return;
      isPaused = true;
      old.pause();
    });
    old.on('end', () => this.push(null));
    old.on('error', (error) => fail(this, error));
    old.on('close', () => this.destroy());
    old.on('destroy', () => this.destroy());
    this._read = () => {
      if (!isPaused || !old.resume) return;
      isPaused = false;
      old.resume();
    };
    for (const name of Object.keys(old)) {
      if (this[name] === undefined && typeof old[name] === 'function') this[name] = old[name].bind(old);
    }
    return this;
  }

  async function* iterate(stream, options) {
    let wake = () => {};
    const told = () => wake();
    stream.on('readable', told);
    let failed;
    const forget = streams.finished(stream, { writable: false }, (error) => {
      failed = error ? joined(failed, error) : null;
      wake();
    });
    try {
      for (;;) {
        const chunk = stream.destroyed ? null : stream.read();
        if (chunk !== null) yield chunk;
        else if (failed) throw failed;
        else if (failed === null) return;
        else await new Promise((resolve) => { wake = resolve; });
      }
    } catch (error) {
      failed = joined(failed, error);
      throw failed;
    } finally {
      const isCutShort = failed === undefined && options?.destroyOnReturn !== false;
      if (isCutShort || stream._readableState.autoDestroy && (failed || stream.destroyed)) {
        streams.endBy(stream, null);
      } else {
        stream.off('readable', told);
        forget();
      }
    }
  }

  for (const [name, method] of Object.entries({ pipe, unpipe, wrap })) hide(Readable.prototype, name, method);
  hide(Readable.prototype, 'iterator', function iterator(options) {
    if (options !== undefined && (options === null || typeof options !== 'object')) throw wrongType('options', 'of type object', options);
    return iterate(this, options);
  });
  hide(Readable.prototype, Symbol.asyncIterator, function () { return iterate(this); });
  hide(Readable.prototype, Symbol.asyncDispose, function () {
    const error = this.destroyed ? undefined : (this.readableEnded ? null : errors.abortion());
    if (!this.destroyed) this.destroy(error);
    return new Promise((resolve, reject) => {
      streams.finished(this, (failed) => (failed && failed !== error ? reject(failed) : resolve(null)));
    });
  });
})
