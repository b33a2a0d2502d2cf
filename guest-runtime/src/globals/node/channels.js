(function (native) {
  'use strict';
  // `MessageChannel`: two ends within the one thread that there is. What one is given is copied at once,
  // and the other is told of it behind what runs now.
  const { coded, hide, clocks } = native.node;
  const { setImmediate } = clocks;

  class MessageEvent extends Event {
    #init;
    constructor(type, init = {}) {
      super(type, init);
      this.#init = { data: null, origin: '', lastEventId: '', source: null, ports: [], ...init };
    }
    get data() { return this.#init.data; }
    get origin() { return this.#init.origin; }
    get lastEventId() { return this.#init.lastEventId; }
    get source() { return this.#init.source; }
    get ports() { return this.#init.ports; }
  }

  let pair, take;
  const secret = Symbol('MessagePort');
  class MessagePort extends EventTarget {
    #other;
    #queue = [];
    #isStarted = false;
    #isClosed = false;
    #isDue = false;
    #handlers = {};
    #listeners = new Map();
    static {
      pair = () => {
        const ports = [new MessagePort(secret), new MessagePort(secret)];
        [ports[0].#other, ports[1].#other] = [ports[1], ports[0]];
        return ports;
      };
      take = (port) => (port.#queue.length > 0 ? { message: port.#queue.shift() } : undefined);
    }
    constructor(key) {
      if (key !== secret) throw coded(new TypeError('Illegal constructor: new MessageChannel() gives two ports'), 'ERR_CONSTRUCT_CALL_INVALID');
      super();
    }
    postMessage(...args) {
      if (args.length === 0) throw coded(new TypeError('The "message" argument must be specified'), 'ERR_MISSING_ARGS');
      const [message, given] = args;
      const copy = structuredClone(message, Array.isArray(given) ? { transfer: given } : given);
      if (this.#isClosed || this.#other.#isClosed) return;
      this.#other.#queue.push(copy);
      this.#other.#tell();
    }
    // One message a turn, as long as there are some.
    #tell() {
      if (!this.#isStarted || this.#isDue || this.#queue.length === 0) return;
      this.#isDue = true;
      setImmediate(() => {
        this.#isDue = false;
        if (this.#isClosed || this.#queue.length === 0) return;
        const data = this.#queue.shift();
        this.#tell();
        this.dispatchEvent(new MessageEvent('message', { data }));
      });
    }
    start() {
      this.#isStarted = true;
      this.#tell();
    }
    close(callback = undefined) {
      if (typeof callback === 'function') this.once('close', callback);
      for (const port of [this, this.#other]) {
        if (port.#isClosed) continue;
        // What has been sent is still delivered.
        setImmediate(() => {
          if (port.#isClosed) return;
          while (port.#isStarted && port.#queue.length > 0) port.dispatchEvent(new MessageEvent('message', { data: port.#queue.shift() }));
          port.#isClosed = true;
          port.dispatchEvent(new Event('close'));
        });
      }
    }
    // No port keeps the program from ending: there is nobody else who could send.
    ref() {}
    unref() {}
    hasRef() { return false; }
    #handler(type) { return this.#handlers[type]?.handler ?? null; }
    #setHandler(type, handler) {
      const old = this.#handlers[type];
      if (old) this.removeEventListener(type, old.listener);
      this.#handlers[type] = undefined;
      if (typeof handler !== 'function') return;
      const listener = (event) => Reflect.apply(handler, this, [event]);
      this.#handlers[type] = { handler, listener };
      this.addEventListener(type, listener);
      if (type === 'message') this.start();
    }
    get onmessage() { return this.#handler('message'); }
    set onmessage(handler) { this.#setHandler('message', handler); }
    get onmessageerror() { return this.#handler('messageerror'); }
    set onmessageerror(handler) { this.#setHandler('messageerror', handler); }
    get onclose() { return this.#handler('close'); }
    set onclose(handler) { this.#setHandler('close', handler); }
    // As an emitter of Node's, whose listeners are given the data alone.
    on(type, listener, options = undefined) {
      const told = (event) => Reflect.apply(listener, this, event instanceof MessageEvent ? [event.data] : []);
      if (!this.#listeners.has(listener)) this.#listeners.set(listener, told);
      this.addEventListener(type, this.#listeners.get(listener), options);
      if (type === 'message') this.start();
      return this;
    }
    once(type, listener) { return this.on(type, listener, { once: true }); }
    off(type, listener) {
      this.removeEventListener(type, this.#listeners.get(listener) ?? listener);
      return this;
    }
    emit(type, data) { return this.dispatchEvent(type === 'message' ? new MessageEvent(type, { data }) : new Event(type)); }
  }
  hide(MessagePort.prototype, 'addListener', MessagePort.prototype.on);
  hide(MessagePort.prototype, 'removeListener', MessagePort.prototype.off);
  class MessageChannel {
    constructor() {
      const [port1, port2] = pair();
      this.port1 = port1;
      this.port2 = port2;
    }
  }

  class Worker {
    constructor() { throw coded(new Error('there is one thread here: call the function itself, or await Promise.all for what waits'), 'ERR_WORKER_UNSUPPORTED_OPERATION'); }
  }
  const receiveMessageOnPort = (port) => {
    if (!(port instanceof MessagePort)) throw coded(new TypeError('The "port" argument must be a MessagePort instance'), 'ERR_INVALID_ARG_TYPE');
    return take(port);
  };
  native.node.channels = { MessageChannel, MessagePort, MessageEvent };
  native.node.workerThreads = { isMainThread: true, parentPort: null, workerData: null, threadId: 0, resourceLimits: {}, MessageChannel, MessagePort, receiveMessageOnPort, Worker };
})
