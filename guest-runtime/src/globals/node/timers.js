(function (native) {
  'use strict';
  const { coded } = native.node;
  // What `setTimeout` and `setInterval` give.
  class Timeout {
    constructor() { throw coded(new TypeError('Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR'); }
    refresh() {
      native.refreshTimer(this);
      return this;
    }
    unref() {
      native.holdTimer(this, false);
      return this;
    }
    ref() {
      native.holdTimer(this, true);
      return this;
    }
    hasRef() { return native.timerHasRef(this); }
    close() {
      native.clearTimer(this);
      return this;
    }
    [Symbol.dispose]() { native.clearTimer(this); }
    [Symbol.toPrimitive]() { return native.timerId(this); }
  }
  // What `setImmediate` gives.
  class Immediate {
    constructor() { throw coded(new TypeError('Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR'); }
    ref() {
      native.holdTimer(this, true);
      return this;
    }
    unref() {
      native.holdTimer(this, false);
      return this;
    }
    hasRef() { return native.timerHasRef(this); }
    [Symbol.dispose]() { native.clearTimer(this); }
  }
  native.setTimerClasses(Timeout.prototype, Immediate.prototype);

  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis;
  const wrong = (what, wanted, value) =>
    coded(new TypeError(`The "${what}" ${what.includes('.') ? 'property' : 'argument'} must be ${wanted}. Received ${native.received(value)}`), 'ERR_INVALID_ARG_TYPE');
  class AbortError extends Error {
    constructor(signal) {
      super('The operation was aborted', { cause: signal.reason });
      this.code = 'ABORT_ERR';
      this.name = 'AbortError';
    }
  }
  const isDelay = (delay) => {
    if (delay !== undefined && typeof delay !== 'number') throw wrong('delay', 'of type number', delay);
  };
  const read = (options) => {
    if (options === null || typeof options !== 'object' || Array.isArray(options)) throw wrong('options', 'of type object', options);
    const { signal, ref = true } = options;
    const isSignal = typeof signal === 'object' && signal !== null && 'aborted' in signal;
    if (signal !== undefined && !isSignal) throw wrong('options.signal', 'an instance of AbortSignal', signal);
    if (typeof ref !== 'boolean') throw wrong('options.ref', 'of type boolean', ref);
    return { signal, ref };
  };
  const held = (timer, ref) => (ref ? timer : timer.unref());
  // A promise of the value once the timer that `set` gives has called.
  const waited = (set, clear, value, { signal, ref }) => {
    if (signal?.aborted) return Promise.reject(new AbortError(signal));
    let stop;
    const answer = new Promise((resolve, reject) => {
      const timer = held(set(resolve, value), ref);
      if (signal === undefined) return;
      stop = () => {
        clear(timer);
        reject(new AbortError(signal));
      };
      signal.addEventListener('abort', stop, { once: true });
    });
    return stop === undefined ? answer : answer.finally(() => signal.removeEventListener('abort', stop));
  };
  const promises = {
    setTimeout(delay, value, options = {}) {
      try {
        isDelay(delay);
        return waited((resolve, given) => setTimeout(resolve, delay, given), clearTimeout, value, read(options));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    setImmediate(value, options = {}) {
      try {
        return waited(setImmediate, clearImmediate, value, read(options));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    async *setInterval(delay, value, options = {}) {
      isDelay(delay);
      const { signal, ref } = read(options);
      if (signal?.aborted) throw new AbortError(signal);
      let due = 0, go, stop;
      const interval = held(setInterval(() => {
        due += 1;
        go?.();
      }, delay), ref);
      try {
        stop = () => {
          clearInterval(interval);
          go?.();
        };
        signal?.addEventListener('abort', stop, { once: true });
        while (!signal?.aborted) {
          if (due === 0) await new Promise((resolve) => { go = resolve; });
          go = undefined;
          for (; due > 0; due -= 1) yield value;
        }
        throw new AbortError(signal);
      } finally {
        clearInterval(interval);
        signal?.removeEventListener('abort', stop);
      }
    },
    scheduler: {
      wait: (delay, options = undefined) => promises.setTimeout(delay, undefined, options),
      yield: () => promises.setImmediate(),
    },
  };
  native.node.timers = { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval, promises };
})
