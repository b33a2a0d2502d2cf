(function (native) {
  'use strict';
  const { hide, coded, callable, aborted: abortion } = native.node;
  // The old form is `inspect(value, showHidden, depth)`.
  const inspect = (value, options = undefined, depth = undefined) =>
    native.inspected(value, typeof options === 'object' && options !== null ? options : { depth });

  inspect.custom = Symbol.for('nodejs.util.inspect.custom');
  inspect.defaultOptions = { depth: 2 };
  const options = { showHidden: false, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100, maxStringLength: 10000, breakLength: 80, compact: 3, sorted: false, getters: false, numericSeparator: false };
  // What an object shows of itself: text, or what is shown instead.
  native.setInspect(inspect.custom, (object, depth, whole) => {
    const { constructor } = object;
    if (typeof constructor === 'function' && constructor.prototype === object) return object;
    const shown = object[inspect.custom](depth, { ...options, depth: whole, stylize: (text) => `${text}` }, inspect);
    return typeof shown === 'object' ? shown : `${shown}`;
  });

  // Equality of what two values hold.
  const isObject = (value) => typeof value === 'object' && value !== null;
  const tagOf = (value) => Object.prototype.toString.call(value);
  const boxed = ['[object Number]', '[object String]', '[object Boolean]', '[object BigInt]', '[object Symbol]'];
  const isLike = (left, right) => left == right || left !== left && right !== right;
  const same = (left, right, isStrict) =>
    (isStrict || isObject(left) || isObject(right) ? Object.is(left, right) : isLike(left, right));
  const keysOf = (value, isStrict) => {
    const keys = Object.keys(value);
    if (!isStrict) return keys;
    const symbols = Object.getOwnPropertySymbols(value);
    return keys.concat(symbols.filter((key) => Object.prototype.propertyIsEnumerable.call(value, key)));
  };
  const areEqual = (left, right, isStrict, open = []) => {
    if (same(left, right, isStrict)) return true;
    if (!isObject(left) || !isObject(right)) return false;
    if (isStrict && Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
    const tag = tagOf(left);
    if (tag !== tagOf(right) || Array.isArray(left) !== Array.isArray(right)) return false;
    if (left instanceof Date && right instanceof Date && !Object.is(left.getTime(), right.getTime())) return false;
    if (left instanceof RegExp && (`${left}` !== `${right}` || left.lastIndex !== right.lastIndex)) return false;
    if (left instanceof Error || right instanceof Error) {
      if (left.name !== right.name || left.message !== right.message) return false;
      if (!areEqual(left.cause, right.cause, isStrict, open) || !areEqual(left.errors, right.errors, isStrict, open)) return false;
    }
    if (boxed.includes(tag) && typeof left.valueOf() !== 'object' && !Object.is(left.valueOf(), right.valueOf())) return false;
    if (left instanceof Promise || left instanceof WeakMap || left instanceof WeakSet || left instanceof WeakRef) return false;
    if (left instanceof ArrayBuffer && right instanceof ArrayBuffer) {
      if (!areEqual(new Uint8Array(left), new Uint8Array(right), isStrict, open)) return false;
    }
    if (left instanceof DataView && right instanceof DataView) {
      const bytes = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);
      if (!areEqual(bytes(left), bytes(right), isStrict, open)) return false;
    }
    // What is being compared already is taken for equal, unless it is compared with something else.
    const known = open.find(([one, other]) => one === left || other === right);
    if (known !== undefined) return known[0] === left && known[1] === right;
    open.push([left, right]);
    const result = haveEqualParts(left, right, isStrict, open);
    open.pop();
    return result;
  };
  const haveEqualParts = (left, right, isStrict, open) => {
    const keys = keysOf(left, isStrict);
    if (keys.length !== keysOf(right, isStrict).length) return false;
    if ((Array.isArray(left) || ArrayBuffer.isView(left)) && left.length !== right.length) return false;
    if (!isStrict && (left instanceof Float64Array || left instanceof Float32Array)) return left.every((number, index) => number === right[index]);
    for (const key of keys) {
      if (!Object.prototype.propertyIsEnumerable.call(right, key)) return false;
      if (!areEqual(left[key], right[key], isStrict, open)) return false;
    }
    if ((left instanceof Set && right instanceof Set) || (left instanceof Map && right instanceof Map)) {
      return left.size === right.size && haveEqualItems(left, right, isStrict, open);
    }
    return true;
  };
  const haveEqualItems = (left, right, isStrict, open) => {
    const haveEqualValues = (key, other) => left instanceof Set || areEqual(left.get(key), right.get(other), isStrict, open);
    const rest = new Set(right.keys());
    const sought = [];
    for (const key of left.keys()) {
      if (rest.has(key) && haveEqualValues(key, key)) rest.delete(key);
      else if (isStrict && !isObject(key)) return false;
      else sought.push(key);
    }
    return sought.every((key) => {
      for (const other of rest) {
        if (areEqual(key, other, isStrict, open) && haveEqualValues(key, other)) return rest.delete(other);
      }
      return false;
    });
  };

  // Sequences that colour a terminal.
  const CONTROLS = '[\u001b\u009b][[\\]()#;?]*(?:(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-nq-uy=><~])';
  const util = () => {
    const isA = (constructor) => (value) => value instanceof constructor;
    const isTagged = (tag) => (value) => tagOf(value) === tag;
    const custom = Symbol.for('nodejs.util.promisify.custom');
    const withCustom = (task, own) => Object.defineProperty(task, custom, { value: own, configurable: true });
    const promisify = (task) => {
      callable(task, 'original');
      if (task[custom]) {
        const own = callable(task[custom], 'util.promisify.custom');
        return withCustom(own, own);
      }
      const waiting = function (...args) {
        return new Promise((resolve, reject) => {
          Reflect.apply(task, this, [...args, (error, value) => (error ? reject(error) : resolve(value))]);
        });
      };
      Object.setPrototypeOf(waiting, Object.getPrototypeOf(task));
      withCustom(waiting, waiting);
      return Object.defineProperties(waiting, Object.getOwnPropertyDescriptors(task));
    };
    promisify.custom = custom;
    const asyncFunction = (async () => {}).constructor;
    const generator = (function* () {}).constructor;
    const asyncGenerator = (async function* () {}).constructor;
    return {
      inspect,
      format: (...args) => native.formatted(...args),
      isDeepStrictEqual: (left, right) => areEqual(left, right, true),
      promisify,
      callbackify: (task) => function (...args) {
        const done = args.pop();
        Reflect.apply(task, this, args).then(
          (value) => native.nextTick(() => done(null, value)),
          (error) => native.nextTick(() => done(error ?? coded(new Error('Promise was rejected with falsy value'), 'ERR_FALSY_VALUE_REJECTION'))),
        );
      },
      inherits(constructor, parent) {
        Object.defineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
        Object.setPrototypeOf(constructor.prototype, parent.prototype);
      },
      deprecate: (task) => task,
      debuglog: () => Object.assign(() => {}, { enabled: false }),
      isArray: Array.isArray,
      toUSVString: (value) => `${value}`.toWellFormed(),
      stripVTControlCharacters: (value) => value.replace(RegExp(CONTROLS, 'g'), ''),
      types: {
        isDate: isA(Date),
        isRegExp: isA(RegExp),
        isMap: isA(Map),
        isSet: isA(Set),
        isWeakMap: isA(WeakMap),
        isWeakSet: isA(WeakSet),
        isPromise: isA(Promise),
        isNativeError: isA(Error),
        isArrayBuffer: isA(ArrayBuffer),
        isAnyArrayBuffer: isA(ArrayBuffer),
        isDataView: isA(DataView),
        isUint8Array: isA(Uint8Array),
        isTypedArray: (value) => ArrayBuffer.isView(value) && !(value instanceof DataView),
        isArrayBufferView: ArrayBuffer.isView,
        isAsyncFunction: (value) => value instanceof asyncFunction || value instanceof asyncGenerator,
        isGeneratorFunction: (value) => value instanceof generator || value instanceof asyncGenerator,
        isGeneratorObject: isTagged('[object Generator]'),
        isMapIterator: isTagged('[object Map Iterator]'),
        isSetIterator: isTagged('[object Set Iterator]'),
        isNumberObject: (value) => isObject(value) && tagOf(value) === '[object Number]',
        isStringObject: (value) => isObject(value) && tagOf(value) === '[object String]',
        isBooleanObject: (value) => isObject(value) && tagOf(value) === '[object Boolean]',
        isSymbolObject: (value) => isObject(value) && tagOf(value) === '[object Symbol]',
        isBigIntObject: (value) => isObject(value) && tagOf(value) === '[object BigInt]',
        isBoxedPrimitive: (value) => isObject(value) && boxed.includes(tagOf(value)),
        isArgumentsObject: isTagged('[object Arguments]'),
      },
      TextEncoder,
      TextDecoder,
    };
  };

  const assert = () => {
    class AssertionError extends Error {
      constructor({ message, actual, expected, operator = 'fail', generated = false }) {
        super(message);
        hide(this, 'name', 'AssertionError');
        this.code = 'ERR_ASSERTION';
        this.generatedMessage = generated;
        this.actual = actual;
        this.expected = expected;
        this.operator = operator;
      }
    }
    const fail = (message, words, actual, expected, operator) => {
      if (message instanceof Error) throw message;
      throw new AssertionError({ message: message ?? native.shortened(words), actual, expected, operator, generated: message === undefined });
    };
    const difference = (words, actual, expected) => native.shortened(compared(words, actual, expected));
    const compared = (words, actual, expected) => {
      const isShort = !isObject(actual) && !isObject(expected) && (actual !== 0 || expected !== 0);
      if (isShort) return `${words}\n\n${inspect(actual)} !== ${inspect(expected)}\n`;
      const [left, right] = [native.inspected(actual, Infinity), native.inspected(expected, Infinity)];
      if (left === right) return `Values have same structure but are not reference-equal:\n\n${left}\n`;
      return `${words}\n+ actual - expected\n\n+ ${left}\n- ${right}\n`;
    };
    const differ = (message, words, actual, expected, operator) => {
      const isSaid = typeof message === 'string' && operator !== 'deepEqual';
      if (isSaid) throw new AssertionError({ message: difference(message, actual, expected), actual, expected, operator });
      fail(message, difference(words, actual, expected), actual, expected, operator);
    };
    const ok = (value, message = undefined) => {
      if (!value) fail(message, 'The expression evaluated to a falsy value', value, true, '==');
    };
    const assert = (...args) => ok(...args);
    // What an error must be: a class, a pattern, an object with members, or a function that judges.
    const isExpected = (error, expected, message) => {
      if (expected === undefined) return;
      if (expected instanceof RegExp) {
        if (!expected.test(`${error}`)) fail(message, `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(`${error}`)}\n`, error, expected, 'throws');
      } else if (typeof expected === 'function') {
        if (expected.prototype !== undefined && error instanceof expected) return;
        if (expected === Error || Error.isPrototypeOf(expected)) {
          fail(message, `The error is expected to be an instance of "${expected.name}". Received "${error?.constructor?.name}"\n\nError message:\n\n${error?.message}`, error, expected, 'throws');
        }
        if (Reflect.apply(expected, {}, [error]) !== true) {
          fail(message, `The ${expected.name ? `"${expected.name}" ` : ''}validation function is expected to return "true". Received something else\n\nCaught error:\n\n${inspect(error)}`, error, expected, 'throws');
        }
      } else {
        const names = Object.keys(expected);
        if (expected instanceof Error) names.push('name', 'message');
        for (const name of names) {
          const [left, right] = [error?.[name], expected[name]];
          const fits = right instanceof RegExp && typeof left === 'string' ? right.test(left) : areEqual(left, right, true);
          if (!fits) differ(message, `Expected values to be strictly deep-equal: the member ${name} of the error`, left, right, 'throws');
        }
      }
    };
    const words = (expected, message) => (typeof expected === 'string' ? [undefined, expected] : [expected, message]);
    const lacking = (kind, expected, message, operator) => {
      const named = typeof expected === 'function' && expected.name ? ` (${expected.name})` : '';
      const said = typeof message === 'string' ? `: ${message}` : '.';
      fail(message instanceof Error ? message : `Missing expected ${kind}${named}${said}`, undefined, undefined, expected, operator);
    };
    const begun = (task) => (typeof task === 'function' ? task() : task);
    Object.assign(assert, {
      AssertionError,
      ok,
      fail(message = 'Failed') { fail(message, undefined, undefined, undefined, 'fail'); },
      equal(actual, expected, message = undefined) {
        if (!isLike(actual, expected)) fail(message, `${inspect(actual)} == ${inspect(expected)}`, actual, expected, '==');
      },
      notEqual(actual, expected, message = undefined) {
        if (isLike(actual, expected)) fail(message, `${inspect(actual)} != ${inspect(expected)}`, actual, expected, '!=');
      },
      strictEqual(actual, expected, message = undefined) {
        if (!Object.is(actual, expected)) differ(message, 'Expected values to be strictly equal:', actual, expected, 'strictEqual');
      },
      notStrictEqual(actual, expected, message = undefined) {
        if (Object.is(actual, expected)) fail(message, `Expected "actual" to be strictly unequal to: ${inspect(expected)}`, actual, expected, 'notStrictEqual');
      },
      deepEqual(actual, expected, message = undefined) {
        if (!areEqual(actual, expected, false)) differ(message, 'Expected values to be loosely deep-equal:', actual, expected, 'deepEqual');
      },
      deepStrictEqual(actual, expected, message = undefined) {
        if (!areEqual(actual, expected, true)) differ(message, 'Expected values to be strictly deep-equal:', actual, expected, 'deepStrictEqual');
      },
      notDeepEqual(actual, expected, message = undefined) {
        if (areEqual(actual, expected, false)) fail(message, `Expected "actual" not to be loosely deep-equal to: ${inspect(expected)}`, actual, expected, 'notDeepEqual');
      },
      notDeepStrictEqual(actual, expected, message = undefined) {
        if (areEqual(actual, expected, true)) fail(message, `Expected "actual" not to be strictly deep-equal to: ${inspect(expected)}`, actual, expected, 'notDeepStrictEqual');
      },
      match(text, pattern, message = undefined) {
        if (typeof text !== 'string' || !pattern.test(text)) fail(message, `The input did not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`, text, pattern, 'match');
      },
      doesNotMatch(text, pattern, message = undefined) {
        if (pattern.test(text)) fail(message, `The input was expected to not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`, text, pattern, 'doesNotMatch');
      },
      throws(task, expected = undefined, message = undefined) {
        [expected, message] = words(expected, message);
        let error;
        try {
          task();
        } catch (thrown) {
          error = [thrown];
        }
        if (error === undefined) lacking('exception', expected, message, 'throws');
        isExpected(error[0], expected, message);
      },
      doesNotThrow(task, message = undefined) {
        try {
          task();
        } catch (error) {
          fail(typeof message === 'string' ? `Got unwanted exception: ${message}` : undefined, `Got unwanted exception.\nActual message: "${error?.message}"`, error, undefined, 'doesNotThrow');
        }
      },
      async rejects(task, expected = undefined, message = undefined) {
        [expected, message] = words(expected, message);
        const error = await begun(task).then(() => undefined, (thrown) => [thrown]);
        if (error === undefined) lacking('rejection', expected, message, 'rejects');
        isExpected(error[0], expected, message);
      },
      async doesNotReject(task, message = undefined) {
        try {
          await begun(task);
        } catch (error) {
          fail(typeof message === 'string' ? `Got unwanted rejection: ${message}` : undefined, `Got unwanted rejection.\nActual message: "${error?.message}"`, error, undefined, 'doesNotReject');
        }
      },
      ifError(value) {
        if (value !== null && value !== undefined) fail(undefined, `ifError got unwanted exception: ${value?.message ?? inspect(value)}`, value, null, 'ifError');
      },
    });
    const strict = Object.assign((...args) => ok(...args), assert, {
      equal: assert.strictEqual,
      notEqual: assert.notStrictEqual,
      deepEqual: assert.deepStrictEqual,
      notDeepEqual: assert.notDeepStrictEqual,
    });
    assert.strict = strict.strict = strict;
    return assert;
  };

  const events = () => {
    const errorMonitor = Symbol('events.errorMonitor');
    const own = (emitter) => {
      if (!Object.hasOwn(emitter, '_events') || emitter._events === undefined) {
        Object.assign(emitter, { _events: Object.create(null), _eventsCount: 0, _maxListeners: emitter._maxListeners });
      }
      return emitter._events;
    };
    const listened = (listener) => callable(listener, 'listener');
    // A list is never changed in place: who is told now is who listened when it was emitted.
    const add = (emitter, type, listener, isFirst) => {
      listened(listener);
      const lists = own(emitter);
      if (lists.newListener !== undefined) emitter.emit('newListener', type, listener.listener ?? listener);
      const before = lists[type];
      if (before === undefined) emitter._eventsCount += 1;
      lists[type] = before === undefined ? [listener] : isFirst ? [listener, ...before] : [...before, listener];
      return emitter;
    };
    const wrapped = (emitter, type, listener) => {
      listened(listener);
      let isDone = false;
      const { once } = {
        once(...args) {
          if (isDone) return undefined;
          isDone = true;
          emitter.removeListener(type, once);
          return Reflect.apply(listener, emitter, args);
        },
      };
      once.listener = listener;
      return once;
    };
    // What happens until the iterator is closed: arguments that nobody has asked for yet wait, and so does
    // who asks before anything has happened.
    const iterated = (emitter, type, { signal, close = [] } = {}) => {
      if (signal?.aborted) throw abortion(signal);
      const [events, asked] = [[], []];
      let end;
      const settle = () => {
        while (asked.length > 0 && (events.length > 0 || end)) {
          const { resolve, reject } = asked.shift();
          const { error } = end ?? {};
          if (events.length > 0) {
            resolve({ value: events.shift(), done: false });
          } else if (error === undefined) {
            resolve({ value: undefined, done: true });
          } else {
            end = {};
            reject(error);
          }
        }
      };
      const happened = (...args) => { if (!end) events.push(args); settle(); };
      const closed = (error = undefined) => {
        end ??= { error };
        emitter.off(type, happened);
        if (type !== 'error') emitter.off('error', failed);
        for (const name of close) emitter.off(name, finished);
        signal?.removeEventListener('abort', aborted);
        settle();
      };
      const failed = (error) => closed(error);
      const finished = () => closed();
      const aborted = () => closed(abortion(signal));
      emitter.on(type, happened);
      if (type !== 'error') emitter.on('error', failed);
      for (const name of close) emitter.on(name, finished);
      signal?.addEventListener('abort', aborted, { once: true });
      return Object.setPrototypeOf({
        next: () => new Promise((resolve, reject) => { asked.push({ resolve, reject }); settle(); }),
        return: async () => { closed(); return { value: undefined, done: true }; },
        throw(error) { closed(error); },
      }, Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype)));
    };
    function EventEmitter() {
      own(this);
    }
    const methods = {
      on(type, listener) { return add(this, type, listener, false); },
      prependListener(type, listener) { return add(this, type, listener, true); },
      // What begins with a listener, as a stream does, begins with such a one too.
      once(type, listener) { return this.on(type, wrapped(this, type, listener)); },
      prependOnceListener(type, listener) { return add(this, type, wrapped(this, type, listener), true); },
      off(type, listener) {
        listened(listener);
        const lists = own(this);
        const list = lists[type] ?? [];
        const at = list.findLastIndex((one) => one === listener || one.listener === listener);
        if (at < 0) return this;
        if (list.length === 1) {
          delete lists[type];
          this._eventsCount -= 1;
        } else {
          lists[type] = list.toSpliced(at, 1);
        }
        if (lists.removeListener !== undefined) this.emit('removeListener', type, list[at].listener ?? listener);
        return this;
      },
      removeAllListeners(...types) {
        const lists = own(this);
        for (const type of types.length > 0 ? types : Reflect.ownKeys(lists).filter((name) => name !== 'removeListener')) {
          for (const listener of [...(lists[type] ?? [])].reverse()) this.removeListener(type, listener);
        }
        if (types.length === 0 && lists.removeListener !== undefined) this.removeAllListeners('removeListener');
        return this;
      },
      emit(type, ...args) {
        const { [type]: list, [errorMonitor]: monitors } = own(this);
        if (type === 'error' && monitors !== undefined) {
          for (const listener of monitors) Reflect.apply(listener, this, args);
        }
        if (list === undefined) {
          if (type !== 'error') return false;
          if (args[0] instanceof Error) throw args[0];
          const error = coded(new Error(`Unhandled error. (${typeof args[0] === 'string' ? `'${args[0]}'` : inspect(args[0])})`), 'ERR_UNHANDLED_ERROR');
          error.context = args[0];
          throw error;
        }
        for (const listener of list) Reflect.apply(listener, this, args);
        return true;
      },
      listeners(type) { return (own(this)[type] ?? []).map((listener) => listener.listener ?? listener); },
      rawListeners(type) { return [...(own(this)[type] ?? [])]; },
      listenerCount(type, listener = undefined) {
        const list = own(this)[type] ?? [];
        return listener === undefined ? list.length : list.filter((one) => one === listener || one.listener === listener).length;
      },
      eventNames() { return Reflect.ownKeys(own(this)); },
      setMaxListeners(count) {
        this._maxListeners = count;
        return this;
      },
      getMaxListeners() { return this._maxListeners ?? EventEmitter.defaultMaxListeners; },
    };
    methods.addListener = methods.on;
    methods.removeListener = methods.off;
    Object.assign(EventEmitter.prototype, methods);
    Object.assign(EventEmitter, {
      EventEmitter,
      defaultMaxListeners: 10,
      errorMonitor,
      once: (emitter, type) => new Promise((resolve, reject) => {
        if (typeof emitter.addEventListener === 'function') {
          emitter.addEventListener(type, (...args) => resolve(args), { once: true });
          return;
        }
        const failed = (error) => {
          emitter.removeListener(type, done);
          reject(error);
        };
        const done = (...args) => {
          emitter.removeListener('error', failed);
          resolve(args);
        };
        emitter.once(type, done);
        if (type !== 'error') emitter.once('error', failed);
      }),
      on: iterated,
      listenerCount: (emitter, type) => emitter.listenerCount(type),
      getEventListeners: (emitter, type) => emitter.listeners(type),
      setMaxListeners: (count, ...emitters) => emitters.forEach((emitter) => emitter.setMaxListeners(count)),
    });
    return EventEmitter;
  };

  Object.assign(native.node, { util, assert, events });
})
