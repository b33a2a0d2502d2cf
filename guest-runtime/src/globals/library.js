(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });

  // What programs expect of the language's library and the engine does not have yet.
  const isConstructor = (value) => {
    if (typeof value !== 'function') return false;
    try {
      Reflect.construct(Object, [], value);
      return true;
    } catch {
      return false;
    }
  };
  const put = (target, key, value) => {
    if (!Reflect.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })) {
      throw new TypeError(`Cannot redefine property: ${key}`);
    }
  };
  const { fromAsync } = {
    async fromAsync(items, map = undefined, receiver = undefined) {
      if (map !== undefined && typeof map !== 'function') throw new TypeError(`${String(map)} is not a function`);
      let length = 0;
      const add = async (target, value) => {
        put(target, length, map ? await map.call(receiver, value, length) : value);
        length += 1;
      };
      let target;
      if ((items[Symbol.asyncIterator] ?? items[Symbol.iterator] ?? undefined) === undefined) {
        const count = Math.min(Math.max(Math.trunc(Number(items.length)) || 0, 0), Number.MAX_SAFE_INTEGER);
        target = isConstructor(this) ? new this(count) : new Array(count);
        while (length < count) await add(target, await items[length]);
      } else {
        target = isConstructor(this) ? new this() : [];
        for await (const value of items) await add(target, value);
      }
      target.length = length;
      return target;
    },
  };
  Object.defineProperty(fromAsync, 'length', { value: 1, configurable: true });
  hide(Array, 'fromAsync', fromAsync);

  const { captureStackTrace } = {
    // An error has its stack already, from where it was made.
    captureStackTrace(target) {
      if ((typeof target !== 'object' && typeof target !== 'function') || target === null) {
        throw new TypeError(`Invalid argument: ${String(target)} is no object that could have a stack`);
      }
      if (native.isError(target)) return;
      const stack = new Error().stack;
      const end = stack.indexOf('\n');
      const frames = end < 0 ? '' : stack.slice(end);
      const value = Error.prototype.toString.call(target) + frames;
      Object.defineProperty(target, 'stack', { value, writable: true, enumerable: false, configurable: true });
    },
  };
  Object.defineProperty(captureStackTrace, 'length', { value: 2, configurable: true });
  hide(Error, 'captureStackTrace', captureStackTrace);
  const { isError } = { isError(value) { return native.isError(value); } };
  hide(Error, 'isError', isError);
})
