(function (native) {
  'use strict';
  // What programs change later changes nothing here.
  const { Array, Object, TypeError, Reflect, Error, String } = globalThis;
  const { apply } = Reflect, { defineProperty } = Object;
  const { asyncIterator, iterator } = Symbol;
  const { trunc, min, max } = Math, { MAX_SAFE_INTEGER } = Number;
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

  // What programs expect of the language's library and the engine does not have yet.
  const { isConstructor, isError: isErrorObject } = native;
  const put = (target, key, value) => {
    defineProperty(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };
  const method = (items, key, name) => {
    const found = items[key] ?? undefined;
    if (found !== undefined && typeof found !== 'function') {
      throw new TypeError(`Array.fromAsync requires that the property of the first argument, items[${name}], when exists, be a function`);
    }
    return found;
  };
  // Each `await` is one of the standard's: how many there are can be seen.
  const collect = async (Kind, items, map, receiver) => {
    if (map !== undefined && typeof map !== 'function') throw new TypeError(`${String(map)} is not a function`);
    const inAsync = method(items, asyncIterator, 'Symbol.asyncIterator');
    const inSync = inAsync === undefined ? method(items, iterator, 'Symbol.iterator') : undefined;
    let at = 0, target;
    if (inAsync === undefined && inSync === undefined) {
      const like = Object(items);
      const length = min(max(trunc(+like.length) || 0, 0), MAX_SAFE_INTEGER);
      target = isConstructor(Kind) ? new Kind(length) : new Array(length);
      for (; at < length; at += 1) {
        let value = await like[at];
        if (map !== undefined) value = await apply(map, receiver, [value, at]);
        put(target, at, value);
      }
    } else {
      // The methods have been looked up, and the iterator comes before the array.
      const iterated = apply(inAsync ?? inSync, items, []);
      target = isConstructor(Kind) ? new Kind() : [];
      const give = () => iterated;
      const iterable = { __proto__: null, [asyncIterator]: inAsync && give, [iterator]: inSync && give };
      for await (let value of iterable) {
        if (map !== undefined) value = await apply(map, receiver, [value, at]);
        put(target, at, value);
        at += 1;
      }
    }
    target.length = at;
    return target;
  };
  const { fromAsync } = {
    fromAsync(items, map = undefined, receiver = undefined) {
      return collect(this, items, map, receiver);
    },
  };
  Object.defineProperty(fromAsync, 'length', { value: 1, configurable: true });
  hide(Array, 'fromAsync', fromAsync);

  // Frames of a stack, as a program's own `Error.prepareStackTrace` gets them.
  class CallSite {
    #function;
    #line;
    #column;
    #isConstructor;
    constructor(name, line, column, isConstructor) {
      this.#function = name;
      this.#line = line;
      this.#column = column;
      this.#isConstructor = isConstructor;
    }
    getColumnNumber() { return this.#column; }
    getEvalOrigin() { return undefined; }
    getFileName() { return 'main.js'; }
    getFunction() { return undefined; }
    getFunctionName() { return this.#function; }
    getLineNumber() { return this.#line; }
    getMethodName() { return null; }
    getPromiseIndex() { return null; }
    getScriptNameOrSourceURL() { return 'main.js'; }
    getThis() { return undefined; }
    getTypeName() { return null; }
    isAsync() { return false; }
    isConstructor() { return this.#isConstructor; }
    isEval() { return false; }
    isNative() { return false; }
    isPromiseAll() { return false; }
    isToplevel() { return !this.#isConstructor; }
    toString() {
      const place = `main.js:${this.#line}:${this.#column}`;
      return this.#function === null ? place : `${this.#isConstructor ? 'new ' : ''}${this.#function} (${place})`;
    }
  }
  native.callSite = (name, line, column, isConstructor) => new CallSite(name, line, column, isConstructor);
  const { prepareStackTrace } = {
    prepareStackTrace(error, frames) {
      let text = apply(Error.prototype.toString, error, []);
      for (const frame of frames) text += `\n    at ${frame}`;
      return text;
    },
  };
  native.prepareStackTrace = prepareStackTrace;
  hide(Error, 'prepareStackTrace', prepareStackTrace);
  const { isError } = { isError(value) { return isErrorObject(value); } };
  hide(Error, 'isError', isError);
  Error.stackTraceLimit = 10;
})
