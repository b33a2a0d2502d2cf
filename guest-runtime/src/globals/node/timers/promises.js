(function (native) {
  'use strict';
  // Timers that are waited for.
  const { abortSignal, aborted, boolean, number, object, clocks } = native.node;
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = clocks;
  const isDelay = (delay) => {
    if (delay !== undefined) number(delay, 'delay');
  };
  const read = (options) => {
    const { signal, ref = true } = object(options, 'options');
    abortSignal(signal, 'options.signal');
    boolean(ref, 'options.ref');
    return { signal, ref };
  };
  const held = (timer, ref) => (ref ? timer : timer.unref());
  // A promise of the value once the timer that `set` gives has called.
  const waited = (set, clear, value, { signal, ref }) => {
    if (signal?.aborted) return Promise.reject(aborted(signal));
    let stop;
    const answer = new Promise((resolve, reject) => {
      const timer = held(set(resolve, value), ref);
      if (signal === undefined) return;
      stop = () => {
        clear(timer);
        reject(aborted(signal));
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
      if (signal?.aborted) throw aborted(signal);
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
        throw aborted(signal);
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
  native.node.timers = { ...clocks, promises };
})
