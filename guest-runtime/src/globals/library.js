(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });

  // What programs expect of the language's library and the engine does not have yet.
  const { apply } = Reflect;
  const { iterator, asyncIterator } = Symbol;
  const { defineProperty } = Reflect;
  const { isConstructor, isError: isErrorObject } = native;
  const put = (target, key, value) => {
    if (!defineProperty(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })) {
      throw new TypeError(`Cannot redefine property: ${key}`);
    }
  };
  const methodOf = (items, name) => {
    const method = items[name] ?? undefined;
    if (method !== undefined && typeof method !== 'function') throw new TypeError(`${String(method)} is not a function`);
    return method;
  };
  // Nothing waits that the standard does not let wait: programs can count the turns.
  const collect = async (constructor, items, map, receiver) => {
    if (map !== undefined && typeof map !== 'function') throw new TypeError(`${String(map)} is not a function`);
    const later = methodOf(items, asyncIterator);
    const method = later ?? methodOf(items, iterator);
    let length = 0;
    let target;
    if (method === undefined) {
      const list = Object(items);
      const count = Math.min(Math.max(Math.trunc(+list.length) || 0, 0), Number.MAX_SAFE_INTEGER);
      target = isConstructor(constructor) ? new constructor(count) : new Array(count);
      for (; length < count; length += 1) {
        let value = await list[length];
        if (map) value = await apply(map, receiver, [value, length]);
        put(target, length, value);
      }
    } else {
      target = isConstructor(constructor) ? new constructor() : [];
      const name = later ? asyncIterator : iterator;
      for await (const item of { __proto__: null, [name]: () => apply(method, items, []) }) {
        const value = map ? await apply(map, receiver, [item, length]) : item;
        put(target, length, value);
        length += 1;
      }
    }
    target.length = length;
    return target;
  };
  const { fromAsync } = {
    fromAsync(items, map = undefined, receiver = undefined) { return collect(this, items, map, receiver); },
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
