(function (native) {
  'use strict';
  // What makes a stream of an iterable, and what readables have of arrays.
  const { coded, hide, integer, object, outOfRange, wrongType, abortSignal, streams } = native.node;
  const { nextTick } = native;
  const { Readable, errors, joined, isIterable, isNode } = streams;

  const from = (Class, iterable, options) => {
    if (typeof iterable === 'string' || iterable instanceof Uint8Array) {
      return new Class({
        objectMode: true,
        ...options,
        read() {
          this.push(iterable);
          this.push(null);
        },
      });
    }
    if (!isIterable(iterable)) throw wrongType('iterable', 'an instance of Iterable', iterable);
    const isAsync = typeof iterable[Symbol.asyncIterator] === 'function';
    const iterator = isAsync ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();
    const stream = new Class({ objectMode: true, highWaterMark: 1, ...options });
    let isReading = false;
    // Whether the next value is wanted at once.
    const give = (value) => {
      if (value === null) {
        isReading = false;
        throw errors.failure('ERR_STREAM_NULL_VALUES', 'May not write null values to stream', TypeError);
      }
      if (stream.push(value)) return true;
      isReading = false;
      return false;
    };
    const isPromise = (value) => typeof value?.then === 'function';
    const readLater = async (first) => {
      try {
        let step = first ?? await iterator.next();
        while (!step.done) {
          const { value } = step;
          if (!give(isPromise(value) ? await value : value)) return;
          step = isAsync ? await iterator.next() : iterator.next();
        }
        stream.push(null);
      } catch (error) {
        stream.destroy(error);
      }
    };
    const readNow = () => {
      try {
        for (;;) {
          const step = iterator.next();
          if (step.done) {
            stream.push(null);
            return;
          }
          if (isPromise(step.value)) {
            readLater(step);
            return;
          }
          if (!give(step.value)) return;
        }
      } catch (error) {
        stream.destroy(error);
      }
    };
    stream._read = () => {
      if (isReading) return;
      isReading = true;
      if (isAsync) readLater();
      else readNow();
    };
    const close = async (error) => {
      if (error !== undefined && error !== null && typeof iterator.throw === 'function') {
        const { value, done } = await iterator.throw(error);
        await value;
        if (done) return;
      }
      if (typeof iterator.return === 'function') {
        const { value } = await iterator.return();
        await value;
      }
    };
    const { _destroy: destroy } = stream;
    stream._destroy = (error, callback) => {
      const end = (reason) => nextTick(() => Reflect.apply(destroy, stream, [reason, callback]));
      close(error).then(() => end(error), (failed) => end(joined(error, failed)));
    };
    return stream;
  };

  const optionsOf = (options) => {
    if (options !== undefined && options !== null) object(options, 'options');
    if (options?.signal !== undefined && options?.signal !== null) abortSignal(options.signal, 'options.signal');
    return options ?? {};
  };
  const checkSignal = (signal) => { if (signal?.aborted) throw errors.abortion(signal.reason); };
  const task = (given) => {
    if (typeof given !== 'function') throw wrongType('fn', 'of type function', given);
    return given;
  };
  // Calls a function for each chunk, up to `concurrency` at a time, and gives the answers in their order.
  const mapped = (source, given, options) => {
    task(given);
    const { concurrency = 1, highWaterMark, signal } = optionsOf(options);
    const most = Math.floor(concurrency);
    integer(most, 'options.concurrency', 1);
    const ahead = highWaterMark === undefined || highWaterMark === null ? most - 1 : Math.floor(highWaterMark);
    integer(ahead, 'options.highWaterMark', 0);
    return (async function* () {
      const controller = new AbortController();
      const inner = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
      const answers = [];
      let running = 0, isOver = false, isStopped = false, wakeReader, wakeWriter;
      const wake = () => {
        wakeReader?.();
        wakeWriter?.();
        wakeReader = wakeWriter = undefined;
      };
      const ended = () => {
        running -= 1;
        wake();
      };
      const read = async () => {
        try {
          for await (const chunk of source) {
            if (isStopped) return;
            checkSignal(signal);
            const answer = (async () => given(chunk, { signal: inner }))();
            running += 1;
            answer.then(ended, () => {
              isStopped = true;
              ended();
            });
            answers.push(answer);
            wakeReader?.();
            while (!isStopped && (answers.length >= ahead + most || running >= most)) await new Promise((resolve) => { wakeWriter = resolve; });
          }
        } catch (error) {
          const failed = Promise.reject(error);
          failed.catch(() => {});
          answers.push(failed);
        } finally {
          isOver = true;
          wake();
        }
      };
      read();
      try {
        for (;;) {
          while (answers.length > 0) {
            const value = await answers[0];
            checkSignal(signal);
            if (value !== SKIPPED) yield value;
            answers.shift();
            wakeWriter?.();
          }
          if (isOver) return;
          await new Promise((resolve) => { wakeReader = resolve; });
        }
      } finally {
        isStopped = true;
        controller.abort();
        wake();
      }
    })();
  };
  const SKIPPED = Symbol('skipped');
  const filtered = (source, given, options) => {
    task(given);
    return mapped(source, async (value, more) => (await given(value, more) ? value : SKIPPED), options);
  };
  const flat = (source, given, options) => {
    const values = mapped(source, given, options);
    return (async function* () { for await (const value of values) yield* value; })();
  };
  const count = (value) => {
    const made = Number(value);
    if (Number.isNaN(made)) return 0;
    if (made < 0) throw outOfRange('number', '>= 0', made);
    return made;
  };
  const dropped = (source, given, options) => {
    const { signal } = optionsOf(options);
    let left = count(given);
    return (async function* () {
      checkSignal(signal);
      for await (const value of source) {
        checkSignal(signal);
        if (left-- <= 0) yield value;
      }
    })();
  };
  const taken = (source, given, options) => {
    const { signal } = optionsOf(options);
    let left = count(given);
    return (async function* () {
      checkSignal(signal);
      for await (const value of source) {
        checkSignal(signal);
        if (left-- > 0) yield value;
        if (left <= 0) return;
      }
    })();
  };
  const streaming = { map: mapped, filter: filtered, flatMap: flat, drop: dropped, take: taken };

  const found = async (source, given, options) => {
    for await (const value of filtered(source, given, options)) return { value };
    return undefined;
  };
  const awaited = {
    async forEach(given, options) {
      task(given);
      for await (const _ of mapped(this, async (value, more) => { await given(value, more); }, options));
    },
    async toArray(options) {
      const { signal } = optionsOf(options);
      const all = [];
      for await (const value of this) {
        checkSignal(signal);
        all.push(value);
      }
      return all;
    },
    async some(given, options) {
      task(given);
      return await found(this, given, options) !== undefined;
    },
    async every(given, options) {
      task(given);
      return await found(this, async (...args) => !await given(...args), options) === undefined;
    },
    async find(given, options) {
      task(given);
      return (await found(this, given, options))?.value;
    },
    async reduce(...args) {
      const [given, first, options] = args;
      callableReducer(given);
      const { signal } = optionsOf(options);
      let value = first, isFirst = args.length < 2;
      if (signal?.aborted) {
        const error = errors.abortion(signal.reason);
        this.once('error', () => {});
        this.destroy(error);
        throw error;
      }
      const controller = new AbortController();
      try {
        for await (const chunk of this) {
          checkSignal(signal);
          if (isFirst) value = chunk;
          else value = await given(value, chunk, { signal: controller.signal });
          isFirst = false;
        }
        if (isFirst) throw coded(new TypeError('Reduce of an empty stream requires an initial value'), 'ERR_MISSING_ARGS');
      } finally {
        controller.abort();
      }
      return value;
    },
  };
  const callableReducer = (given) => { if (typeof given !== 'function') throw wrongType('reducer', 'of type function', given); };
  for (const [name, operator] of Object.entries(streaming)) {
    hide(Readable.prototype, name, { [name](given, options) { return from(Readable, operator(this, given, options), {}); } }[name]);
  }
  for (const [name, operator] of Object.entries(awaited)) hide(Readable.prototype, name, operator);
  hide(Readable.prototype, 'compose', function compose(stream, options) {
    const { signal } = optionsOf(options);
    if (isNode(stream) && !streams.isWritable(stream)) {
      throw coded(new TypeError(`The argument 'stream' must be writable. Received ${native.inspected(stream)}`), 'ERR_INVALID_ARG_VALUE');
    }
    const made = streams.compose(this, stream);
    if (signal) streams.addSignal(signal, made);
    return made;
  });
  Readable.from = (iterable, options) => from(Readable, iterable, options);
  streams.from = from;
})
