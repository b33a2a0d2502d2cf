(function (native) {
  'use strict';
  // `async_hooks`: values that follow a program through what it awaits. The engine keeps one value, the frame,
  // for each job: a map of what each storage holds, which is never changed but replaced.
  const { callable } = native.node;
  const within = (frame, task, self, args) => {
    const before = native.asyncFrame();
    native.setAsyncFrame(frame);
    try {
      return Reflect.apply(task, self, args);
    } finally {
      native.setAsyncFrame(before);
    }
  };
  const bound = (task, self = undefined) => {
    callable(task, 'fn');
    const frame = native.asyncFrame();
    return Object.defineProperty(function (...args) { return within(frame, task, self ?? this, args); }, 'length', { value: task.length, configurable: true });
  };

  class AsyncLocalStorage {
    #name;
    #initial;
    constructor({ name = '', defaultValue = undefined } = {}) {
      this.#name = `${name}`;
      this.#initial = defaultValue;
    }
    static bind(task) { return bound(task); }
    static snapshot() { return bound((task, ...args) => task(...args)); }
    #with(store) { return new Map(native.asyncFrame()).set(this, store); }
    get name() { return this.#name; }
    getStore() {
      const frame = native.asyncFrame();
      return frame?.has(this) ? frame.get(this) : this.#initial;
    }
    run(store, task, ...args) { return within(this.#with(store), task, undefined, args); }
    exit(task, ...args) { return this.run(undefined, task, ...args); }
    enterWith(store) { native.setAsyncFrame(this.#with(store)); }
    disable() {
      const frame = new Map(native.asyncFrame());
      frame.delete(this);
      native.setAsyncFrame(frame);
    }
  }
  class AsyncResource {
    #frame = native.asyncFrame();
    constructor(type) { this.type = type; }
    static bind(task, type = undefined, self = undefined) { return bound(task, self); }
    bind(task, self = undefined) { return (...args) => this.runInAsyncScope(task, self, ...args); }
    runInAsyncScope(task, self, ...args) { return within(this.#frame, task, self, args); }
    emitDestroy() { return this; }
  }
  native.node.asyncHooks = { AsyncLocalStorage, AsyncResource };
})
