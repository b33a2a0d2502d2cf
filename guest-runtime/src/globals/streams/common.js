(function (native) {
  'use strict';
  // What all streams share. A program holds a face; the state behind it is in a private field, which a program can
  // neither reach nor forge. The operations of the standard are methods of the states.
  const { coded, hide, wrongType, wrongValue } = native.node;
  const { Promise, RangeError, TypeError, queueMicrotask } = globalThis;
  // What programs change later changes nothing here.
  const { apply } = Reflect, { create } = Object;
  const { then } = Promise.prototype, { resolve, reject, withResolvers } = Promise, { bind: bound, call } = Function.prototype;
  const fixed = (task, receiver) => apply(bound, task, [receiver]);

  // A constructor that gives another object lets a class put its private field there.
  class Given { constructor(object) { return object; } }
  class Slot extends Given {
    #state;
    constructor(face, state) {
      super(face);
      this.#state = state;
      state.face = face;
    }
    static of(face) {
      return (typeof face === 'object' && face !== null) || typeof face === 'function' ? (#state in face ? face.#state : undefined) : undefined;
    }
  }
  const bind = (face, state) => {
    new Slot(face, state);
    return state;
  };
  // The state of an object that is of a kind; any other is `undefined`.
  const ifOf = (face, Kind) => {
    const state = Slot.of(face);
    return state instanceof Kind ? state : undefined;
  };
  const of = (face, Kind) => {
    const state = Slot.of(face);
    if (!(state instanceof Kind)) throw coded(new TypeError(`Value of "this" must be of type ${Kind.label}`), 'ERR_INVALID_THIS');
    return state;
  };
  // Makes the face of a state, where it is not the program that makes it.
  const show = (state, Class) => bind(create(Class.prototype), state).face;
  const illegal = () => coded(new TypeError('Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR');

  // Errors.
  const invalid = (message) => coded(new TypeError(`Invalid state: ${message}`), 'ERR_INVALID_STATE');
  const outOfValues = (name, value) => coded(new RangeError(wrongValue(name, value).message), 'ERR_INVALID_ARG_VALUE');

  // Promises.
  const nothing = () => {};
  const react = fixed(call, then), resolved = fixed(resolve, Promise), rejected = fixed(reject, Promise), pending = fixed(withResolvers, Promise);
  const handled = (promise) => {
    react(promise, undefined, nothing);
    return promise;
  };
  // One that knows whether it is settled.
  class Deferred {
    isPending = true; given = pending();
    get promise() { return this.given.promise; }
    resolve(value) {
      this.isPending = false;
      this.given.resolve(value);
    }
    reject(error) {
      this.isPending = false;
      this.given.reject(error);
    }
    // For a promise that a program need not look at.
    fail(error) {
      this.reject(error);
      handled(this.promise);
    }
  }
  // What is wrong with a call is the error of its promise.
  const promised = (task) => {
    try {
      return task();
    } catch (error) {
      return rejected(error);
    }
  };
  // Calls `done` once what a program's `start` gave has settled; what is no object has.
  const started = (given, done, failed) => {
    if ((typeof given !== 'object' && typeof given !== 'function') || given === null) queueMicrotask(done);
    else react(new Promise((settle) => settle(given)), done, failed);
  };

  // Values in their order, with the sum of their sizes.
  class Queue {
    first = undefined; last = undefined; length = 0; total = 0;
    push(value, size = 0) {
      const node = { value, size, next: undefined };
      if (this.length === 0) this.first = node;
      else this.last.next = node;
      this.last = node;
      this.length += 1;
      this.total += size;
    }
    // A size is of the program: it may be anything.
    measured(value, size) {
      const number = +size;
      if (!(number >= 0 && number < Infinity)) throw outOfValues('size', size);
      this.push(value, number);
    }
    shift() {
      const { value, size, next } = this.first;
      this.first = next;
      this.length -= 1;
      // Rounding may leave less than nothing.
      this.total = this.total > size ? this.total - size : 0;
      return value;
    }
    clear() {
      this.first = this.last = undefined;
      this.length = this.total = 0;
    }
    // Takes all values away and then does something with each.
    drain(task) {
      let node = this.first;
      this.clear();
      for (; node !== undefined; node = node.next) task(node.value);
    }
  }

  // What programs give.
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const object = (value, name) => {
    if (!isObject(value)) throw wrongType(name, 'of type object', value);
    return value;
  };
  // What may be left out.
  const options = (value, name = 'options') => (value === null || value === undefined ? { __proto__: null } : object(value, name));
  const callable = (value, name) => {
    if (typeof value !== 'function') throw wrongType(name, 'of type function', value);
    return value;
  };
  const none = async () => {};
  const algorithm = (holder, key, name) => {
    const task = holder[key];
    if (task === undefined || task === null) return none;
    callable(task, `${name}.${key}`);
    return async (...args) => apply(task, holder, args);
  };
  const starter = (holder, name, task) => {
    if (task === undefined || task === null) return nothing;
    callable(task, `${name}.start`);
    return (...args) => apply(task, holder, args);
  };
  const one = () => 1;
  const sizeOf = (size) => {
    if (size === undefined) return one;
    callable(size, 'strategy.size');
    return (chunk) => apply(size, undefined, [chunk]);
  };
  const markOf = (mark, usual) => {
    if (mark === undefined) return usual;
    const number = +mark;
    if (!(number >= 0)) throw outOfValues('strategy.highWaterMark', mark);
    return number;
  };

  // Each kind of stream is a part of its own, which is made when it is first needed.
  const need = (name) => {
    native.node.part(`streams/${name}`);
    return native.streams;
  };
  // The classes that programs get by name.
  const classes = {};
  const custom = Symbol.for('nodejs.util.inspect.custom');
  const publish = (Class, shown) => {
    const { [custom]: inspected } = {
      [custom](depth, given, inspect = undefined) { return `${Class.name} ${inspect(shown(this), given)}`; },
    };
    classes[Class.name] = native.finish(Class);
    hide(Class.prototype, custom, inspected);
  };

  native.streams = {
    classes, publish, bind, of, ifOf, show, illegal, invalid, outOfValues, nothing, react, resolved, rejected, pending, handled, Deferred, promised, started,
    Queue, need, isObject, object, options, algorithm, starter, none, one, sizeOf, markOf, queueMicrotask,
  };
})
