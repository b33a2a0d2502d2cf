(function (native) {
  'use strict';
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

  // Events: no tree of targets, so that nothing is captured and nothing bubbles.
  let begin, isStopped, end;
  class Event {
    #type; #bubbles; #cancelable; #composed;
    #target = null; #current = null; #isOnTheWay = false; #isStopped = false; #isPrevented = false;
    #at = performance.now();
    static {
      begin = (event, target) => {
        if (event.#isOnTheWay) throw new DOMException('The event is already being dispatched', 'InvalidStateError');
        event.#isOnTheWay = true;
        event.#isStopped = false;
        event.#target = event.#current = target;
      };
      isStopped = (event) => event.#isStopped;
      end = (event) => {
        event.#isOnTheWay = false;
        event.#current = null;
        return !event.#isPrevented;
      };
    }
    constructor(type, init = {}) {
      if (arguments.length === 0) throw new TypeError('The "type" argument must be specified');
      this.#type = String(type);
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
    preventDefault() { if (this.#cancelable) this.#isPrevented = true; }
    stopPropagation() {}
    stopImmediatePropagation() { this.#isStopped = true; }
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
      if (listener === null || listener === undefined) return;
      if (typeof listener !== 'function' && typeof listener !== 'object') {
        throw new TypeError('The "listener" argument must be a function or an object with handleEvent');
      }
      const signal = options?.signal, lists = this.#lists(options);
      if (signal?.aborted) return;
      type = String(type);
      if (!lists.has(type)) lists.set(type, new Map());
      const list = lists.get(type);
      if (list.has(listener)) return;
      list.set(listener, { list, listener, isOnce: Boolean(options?.once) });
      signal?.addEventListener('abort', () => list.delete(listener), { once: true });
    }
    removeEventListener(type, listener, options = undefined) {
      this.#lists(options).get(String(type))?.delete(listener);
    }
    dispatchEvent(event) {
      if (!(event instanceof Event)) throw new TypeError('The "event" argument must be an instance of Event');
      begin(event, this);
      // As they are now: one that is added by another is called next time.
      const listOf = (lists) => [...(lists.get(event.type)?.values() ?? [])];
      for (const entry of [...listOf(this.#capturing), ...listOf(this.#others)]) {
        if (isStopped(event)) break;
        // One that was taken away by another is not called.
        if (entry.list.get(entry.listener) !== entry) continue;
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
  let abort, make;
  const secret = Symbol('AbortSignal');
  class AbortSignal extends EventTarget {
    #isAborted = false; #reason = undefined; #handler = null;
    static {
      make = () => new AbortSignal(secret);
      abort = (signal, reason = new DOMException('This operation was aborted', 'AbortError')) => {
        if (signal.#isAborted) return;
        signal.#isAborted = true;
        signal.#reason = reason;
        signal.dispatchEvent(new Event('abort'));
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
      const signal = make();
      setTimeout(() => abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')), milliseconds);
      return signal;
    }
    static any(signals) {
      const all = [...signals], signal = make();
      const first = all.find((one) => one.aborted);
      if (first) abort(signal, first.reason);
      else for (const one of all) one.addEventListener('abort', () => abort(signal, one.reason), { once: true });
      return signal;
    }
  }
  class AbortController {
    #signal = make();
    get signal() { return this.#signal; }
    abort(reason) { abort(this.#signal, reason); }
  }

  const globals = { DOMException, Event, CustomEvent, EventTarget, AbortSignal, AbortController };
  for (const name of Object.keys(globals)) hide(globalThis, name, native.finish(globals[name]));
})
