(function (native) {
  'use strict';
  const { setTimeout, clearTimeout } = globalThis;
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });

  // Errors of the web's interfaces.
  const codes = {
    IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
    NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10,
    InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14,
    InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20,
    URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
  };
  class DOMException extends Error {
    #code;
    constructor(message = '', options = undefined) {
      const isBag = typeof options === 'object' && options !== null;
      super(String(message), isBag && 'cause' in options ? { cause: options.cause } : undefined);
      const name = String((isBag ? options.name : options) ?? 'Error');
      hide(this, 'name', name);
      this.#code = Object.hasOwn(codes, name) ? codes[name] : 0;
    }
    get code() { return this.#code; }
  }
  native.exception = (name, message) => new DOMException(message, name);

  const coded = (error, code) => {
    error.code = code;
    return error;
  };
  const missing = (what) => coded(new TypeError(`The ${what} must be specified`), 'ERR_MISSING_ARGS');
  const wrong = (what) => coded(new TypeError(what), 'ERR_INVALID_ARG_TYPE');

  // Events: no tree of targets, so that nothing is captured and nothing bubbles.
  let begin, isStopped, end, bePassive;
  class Event {
    #type; #bubbles; #cancelable; #composed;
    #target = null; #current = null; #isOnTheWay = false; #isStopped = false; #isPrevented = false;
    #isBubbling = true; #isPassive = false;
    #at = performance.now();
    static {
      begin = (event, target) => {
        if (event.#isOnTheWay) throw new DOMException('The event is already being dispatched', 'InvalidStateError');
        event.#isOnTheWay = true;
        event.#isStopped = false;
        event.#target = event.#current = target;
      };
      isStopped = (event) => event.#isStopped;
      bePassive = (event, isPassive) => { event.#isPassive = isPassive; };
      end = (event) => {
        event.#isOnTheWay = false;
        event.#current = null;
        return !event.#isPrevented;
      };
    }
    constructor(type, init = {}) {
      if (arguments.length === 0) throw missing('"type" argument');
      if (init !== null && init !== undefined && typeof init !== 'object' && typeof init !== 'function') {
        throw wrong('The "options" argument must be of type object.');
      }
      this.#type = `${type}`;
      this.#bubbles = Boolean(init?.bubbles);
      this.#cancelable = Boolean(init?.cancelable);
      this.#composed = Boolean(init?.composed);
    }
    get type() { return this.#type; }
    get target() { return this.#target; }
    get srcElement() { return this.#target; }
    get currentTarget() { return this.#current; }
    get bubbles() { return this.#bubbles; }
    get cancelable() { return this.#cancelable; }
    get composed() { return this.#composed; }
    get defaultPrevented() { return this.#isPrevented; }
    get returnValue() { return !this.#isPrevented; }
    get eventPhase() { return this.#isOnTheWay ? Event.AT_TARGET : Event.NONE; }
    get timeStamp() { return this.#at; }
    get isTrusted() { return false; }
    composedPath() { return this.#isOnTheWay ? [this.#current] : []; }
    preventDefault() { if (this.#cancelable && !this.#isPassive) this.#isPrevented = true; }
    get cancelBubble() { return !this.#isBubbling; }
    set cancelBubble(value) { if (value) this.#isBubbling = false; }
    stopPropagation() { this.#isBubbling = false; }
    stopImmediatePropagation() {
      this.#isBubbling = false;
      this.#isStopped = true;
    }
  }
  for (const [phase, name] of ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'].entries()) {
    Object.defineProperty(Event, name, { value: phase, enumerable: true });
    Object.defineProperty(Event.prototype, name, { value: phase, enumerable: true });
  }
  class CustomEvent extends Event {
    #detail;
    constructor(type, init = {}) {
      super(type, init);
      this.#detail = init?.detail ?? null;
    }
    get detail() { return this.#detail; }
  }

  class EventTarget {
    // By type: entries by their listener, in the order in which they were added.
    #capturing = new Map();
    #others = new Map();
    #lists(options) {
      return (typeof options === 'object' ? options?.capture : options) ? this.#capturing : this.#others;
    }
    addEventListener(type, listener, options = undefined) {
      if (arguments.length < 2) throw missing('"type" and "listener" arguments');
      if (listener === null || listener === undefined) return;
      if (typeof listener !== 'function' && typeof listener !== 'object') {
        throw wrong('The "listener" argument must be a function or an object with handleEvent');
      }
      const signal = options?.signal, lists = this.#lists(options);
      if (signal !== undefined && !(signal instanceof AbortSignal)) {
        throw wrong('The "options.signal" property must be an instance of AbortSignal.');
      }
      if (signal?.aborted) return;
      type = `${type}`;
      if (!lists.has(type)) lists.set(type, new Map());
      const list = lists.get(type);
      if (list.has(listener)) return;
      list.set(listener, { list, listener, isOnce: Boolean(options?.once), isPassive: Boolean(options?.passive) });
      signal?.addEventListener('abort', () => list.delete(listener), { once: true });
    }
    removeEventListener(type, listener, options = undefined) {
      this.#lists(options).get(String(type))?.delete(listener);
    }
    dispatchEvent(event) {
      if (arguments.length === 0) throw missing('"event" argument');
      if (!(event instanceof Event)) throw wrong('The "event" argument must be an instance of Event');
      begin(event, this);
      // As they are now: one that is added by another is called next time.
      const listOf = (lists) => [...(lists.get(event.type)?.values() ?? [])];
      for (const entry of [...listOf(this.#capturing), ...listOf(this.#others)]) {
        if (isStopped(event)) break;
        // One that was taken away by another is not called.
        if (entry.list.get(entry.listener) !== entry) continue;
        bePassive(event, entry.isPassive);
        if (entry.isOnce) entry.list.delete(entry.listener);
        try {
          if (typeof entry.listener === 'function') entry.listener.call(this, event);
          else entry.listener.handleEvent(event);
        } catch (error) {
          // The listeners behind it are called all the same; the program fails by it.
          queueMicrotask(() => { throw error; });
        }
      }
      return end(event);
    }
  }

  // Cancelling.
  let abort, make, isSignal;
  const timedOut = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  const secret = Symbol('AbortSignal');
  class AbortSignal extends EventTarget {
    #isAborted = false; #reason = undefined; #handler = null;
    // Those that `any` has made of this one, and those that this one was made of.
    #dependents = []; #sources = [];
    // The timer that aborts it.
    #timer = undefined;
    static {
      make = () => new AbortSignal(secret);
      isSignal = (value) => typeof value === 'object' && value !== null && #isAborted in value;
      // The one of its sources whose time is over first, with the milliseconds that are left.
      const first = (signal) => {
        let found;
        for (const one of [signal, ...signal.#sources]) {
          const left = native.timerLeft(one.#timer);
          if (left !== undefined && (found === undefined || left < found.left)) found = { one, left };
        }
        return found;
      };
      native.timeLeft = (signal) => first(signal)?.left;
      // That time has passed outside: the clock in here does not move while a call is under way.
      native.expire = (signal) => {
        const one = first(signal)?.one;
        if (one === undefined) return;
        clearTimeout(one.#timer);
        abort(one, timedOut());
      };
      abort = (signal, reason = new DOMException('This operation was aborted', 'AbortError')) => {
        if (signal.#isAborted) return;
        const all = [signal];
        for (const one of signal.#dependents) if (!one.#isAborted) all.push(one);
        for (const one of all) {
          one.#isAborted = true;
          one.#reason = reason;
        }
        signal.#dependents = [];
        for (const one of all) one.dispatchEvent(new Event('abort'));
      };
    }
    constructor(key = undefined) {
      if (key !== secret) throw new TypeError('Illegal constructor: new AbortController().signal gives a signal');
      super();
    }
    get aborted() { return this.#isAborted; }
    get reason() { return this.#reason; }
    get onabort() { return this.#handler; }
    set onabort(handler) {
      if (this.#handler) this.removeEventListener('abort', this.#handler);
      this.#handler = typeof handler === 'function' ? handler : null;
      this.addEventListener('abort', this.#handler);
    }
    throwIfAborted() { if (this.#isAborted) throw this.#reason; }
    static abort(reason) {
      const signal = make();
      abort(signal, reason);
      return signal;
    }
    static timeout(milliseconds) {
      if (typeof milliseconds !== 'number') throw wrong('The "delay" argument must be of type number.');
      if (!(Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= 4294967295)) {
        throw coded(new RangeError(`The value of "delay" is out of range. It must be an integer from 0 to 4294967295. Received ${milliseconds}`), 'ERR_OUT_OF_RANGE');
      }
      const signal = make();
      signal.#timer = setTimeout(() => abort(signal, timedOut()), milliseconds);
      native.holdTimer(signal.#timer);
      return signal;
    }
    static any(signals) {
      if (typeof signals?.[Symbol.iterator] !== 'function') throw wrong('signals cannot be converted to sequence.');
      const all = [...signals], signal = make();
      all.forEach((one, at) => {
        if (!isSignal(one)) throw wrong(`signals[${at}] is not of type AbortSignal.`);
      });
      const first = all.find((one) => one.#isAborted);
      if (first) {
        abort(signal, first.#reason);
        return signal;
      }
      for (const one of all) {
        for (const source of one.#sources.length > 0 ? one.#sources : [one]) {
          if (signal.#sources.includes(source)) continue;
          signal.#sources.push(source);
          source.#dependents.push(signal);
        }
      }
      return signal;
    }
  }
  class AbortController {
    #signal = make();
    get signal() { return this.#signal; }
    abort(reason) { abort(this.#signal, reason); }
  }

  native.isSignal = isSignal;

  // Marks and measures.
  let entries = [];
  const entry = (name, entryType, startTime, duration, detail) => {
    const made = { name: `${name}`, entryType, startTime, duration, detail: detail ?? null };
    hide(made, 'toJSON', () => ({ ...made }));
    entries.push(made);
    return made;
  };
  const moment = (mark) => {
    if (typeof mark === 'number') return mark;
    const found = entries.findLast((one) => one.entryType === 'mark' && one.name === `${mark}`);
    if (!found) throw native.exception('SyntaxError', native.shortened(`The "${mark}" performance mark has not been set`));
    return found.startTime;
  };
  const without = (type, name) => entries.filter((one) => one.entryType !== type || (name !== undefined && one.name !== `${name}`));
  const methods = {
    mark(name, options = undefined) {
      if (arguments.length === 0) throw missing('"name" argument');
      return entry(name, 'mark', options?.startTime ?? performance.now(), 0, options?.detail);
    },
    measure(name, start = undefined, end = undefined) {
      if (arguments.length === 0) throw missing('"name" argument');
      const isBag = typeof start === 'object' && start !== null, bag = isBag ? start : { start, end };
      const last = bag.end !== undefined ? moment(bag.end) : bag.duration !== undefined && bag.start !== undefined ? moment(bag.start) + bag.duration : performance.now();
      const first = bag.start !== undefined ? moment(bag.start) : bag.duration !== undefined ? last - bag.duration : 0;
      return entry(name, 'measure', first, last - first, isBag ? start.detail : undefined);
    },
    getEntries() { return [...entries].sort((a, b) => a.startTime - b.startTime); },
    getEntriesByName(name, type = undefined) { return methods.getEntries().filter((one) => one.name === `${name}` && (type === undefined || one.entryType === type)); },
    getEntriesByType(type) { return methods.getEntries().filter((one) => one.entryType === type); },
    clearMarks(name = undefined) { entries = without('mark', name); },
    clearMeasures(name = undefined) { entries = without('measure', name); },
    toJSON() { return { timeOrigin: performance.timeOrigin }; },
  };
  for (const name of Object.keys(methods)) hide(performance, name, methods[name]);
  const { now } = Date;
  Object.defineProperty(performance, 'timeOrigin', { ...Object.getOwnPropertyDescriptor({ get timeOrigin() { return now() - performance.now(); } }, 'timeOrigin'), enumerable: false });
  Object.defineProperty(performance, Symbol.toStringTag, { value: 'Performance', configurable: true });
  Object.defineProperty(crypto, Symbol.toStringTag, { value: 'Crypto', configurable: true });

  Object.defineProperty(AbortSignal.prototype, Symbol.for('nodejs.util.inspect.custom'), {
    value(depth, options, inspect) { return `AbortSignal ${inspect({ aborted: this.aborted }, options)}`; },
    writable: true, configurable: true,
  });
  const globals = { DOMException, Event, CustomEvent, EventTarget, AbortSignal, AbortController };
  for (const name of Object.keys(globals)) hide(globalThis, name, native.finish(globals[name]));
})
