(function (native) {
  'use strict';
  // Timers that are waited for.
  const { abortSignal, aborted, object, number } = native.node;
  const waited = async (start, stop, value, options) => {
    const signal = abortSignal(object(options, 'options').signal, 'options.signal');
    if (signal?.aborted) throw aborted(signal);
    return new Promise((resolve, reject) => {
      const stopped = () => {
        stop(timer);
        reject(aborted(signal));
      };
      const timer = start(() => {
        signal?.removeEventListener('abort', stopped);
        resolve(value);
      });
      signal?.addEventListener('abort', stopped, { once: true });
    });
  };
  const timers = {
    async setTimeout(delay, value, options = {}) {
      if (delay !== undefined) number(delay, 'delay');
      return waited((done) => setTimeout(done, delay), clearTimeout, value, options);
    },
    async setImmediate(value, options = {}) { return waited(setImmediate, clearImmediate, value, options); },
    async* setInterval(delay, value, options = {}) {
      if (delay !== undefined) number(delay, 'delay');
      for (;;) yield timers.setTimeout(delay, value, options);
    },
  };
  timers.scheduler = {
    wait: (delay, options = {}) => timers.setTimeout(delay, undefined, options),
    yield: () => timers.setImmediate(),
  };

  native.node.timers = timers;
})
