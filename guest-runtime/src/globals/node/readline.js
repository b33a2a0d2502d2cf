(function (native) {
  'use strict';
  // `readline`: lines of a stream. There is no terminal, and so no history and no editing.
  const { part, coded, require, callable, abortSignal, wrongType, wrongValue } = native.node;
  const { nextTick } = native;
  const EventEmitter = require('events');
  const { StringDecoder } = part('strings');
  const { abortion } = part('stream').streams.errors;
  const LINE_END = /\r\n|[\n\r\u2028\u2029]/u;
  const CRLF_DELAY_MIN_MS = 100;

  const closedError = () => coded(new Error('readline was closed'), 'ERR_USE_AFTER_CLOSE');
  class Interface extends EventEmitter {
    #decoder = new StringDecoder('utf8');
    #rest = '';
    // When a line ended with a carriage return, whose line feed may be in the next chunk.
    #returnedAt = 0;
    #asked;
    #lines;
    #listeners;
    constructor(input, output, completer, terminal) {
      super();
      const isInput = typeof input?.read === 'function' || typeof input?.resume === 'function' || input === undefined;
      const options = isInput ? { input, output, completer, terminal } : input;
      const { prompt = '> ', crlfDelay, signal } = options;
      if (options.input === undefined) throw new TypeError("Cannot read properties of undefined (reading 'on')");
      if (options.completer !== undefined && options.completer !== null && typeof options.completer !== 'function') throw wrongValue('completer', options.completer);
      if (signal !== undefined) abortSignal(signal, 'options.signal');
      Object.assign(this, { line: '', cursor: 0, terminal: false, paused: false, input: options.input, output: options.output, history: [] });
      this.crlfDelay = crlfDelay ? Math.max(CRLF_DELAY_MIN_MS, crlfDelay) : CRLF_DELAY_MIN_MS;
      this.#prompt = `${prompt}`;
      this.#begin(options.input, signal);
    }
    #prompt;
    #begin(input, signal) {
      this.#listeners = [['error', (error) => this.emit('error', error)], ['data', (chunk) => this.#read(chunk)], ['end', () => this.#end()]];
      for (const [type, listener] of this.#listeners) input.on(type, listener);
      input.resume();
      if (signal === undefined) return;
      const abort = () => this.close();
      if (signal.aborted) {
        nextTick(abort);
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      this.once('close', () => signal.removeEventListener('abort', abort));
    }
    #read(chunk) {
      let text = this.#decoder.write(chunk);
      if (text === '') return;
      if (this.#returnedAt > 0 && text.startsWith('\n') && Date.now() - this.#returnedAt <= this.crlfDelay) text = text.slice(1);
      this.#returnedAt = 0;
      const lines = text.split(LINE_END);
      if (lines.length > 1 && text.endsWith('\r')) this.#returnedAt = Date.now();
      lines[0] = this.#rest + lines[0];
      this.#rest = lines.pop();
      for (const line of lines) this.#tell(line);
    }
    #tell(line) {
      const asked = this.#asked;
      if (asked === undefined) {
        this.emit('line', line);
        return;
      }
      this.#asked = undefined;
      this.setPrompt(asked.prompt);
      asked.callback(line);
    }
    #end() {
      const rest = this.#rest + this.#decoder.end();
      this.#rest = '';
      if (rest.length > 0) this.emit('line', rest);
      this.close();
    }
    getPrompt() { return this.#prompt; }
    setPrompt(prompt) { this.#prompt = prompt; }
    prompt() {
      if (this.closed) throw closedError();
      if (this.paused) this.resume();
      this.output?.write(this.#prompt);
    }
    question(query, options, callback) {
      const [given, answer] = typeof options === 'function' ? [{}, options] : [options ?? {}, callback];
      if (this.closed) throw closedError();
      const { signal } = given;
      if (signal !== undefined) abortSignal(signal, 'options.signal');
      if (signal?.aborted || typeof answer !== 'function') return;
      let told = answer;
      if (signal) {
        const stop = () => { this.#asked = undefined; };
        signal.addEventListener('abort', stop, { once: true });
        told = (line) => {
          signal.removeEventListener('abort', stop);
          return answer(line);
        };
      }
      if (this.#asked !== undefined) {
        this.prompt();
        return;
      }
      this.#asked = { callback: told, prompt: this.#prompt };
      this.setPrompt(query);
      this.prompt();
    }
    write(data) {
      if (this.closed) throw closedError();
      if (this.paused) this.resume();
      if (typeof data === 'string' || ArrayBuffer.isView(data)) this.#read(typeof data === 'string' ? Buffer.from(data) : data);
    }
    pause() {
      if (this.closed) throw closedError();
      if (this.paused) return this;
      this.input.pause();
      this.paused = true;
      this.emit('pause');
      return this;
    }
    resume() {
      if (this.closed) throw closedError();
      if (!this.paused) return this;
      this.input.resume();
      this.paused = false;
      this.emit('resume');
      return this;
    }
    close() {
      if (this.closed) return;
      for (const [type, listener] of this.#listeners) this.input.removeListener(type, listener);
      this.pause();
      this.closed = true;
      this.emit('close');
    }
    getCursorPos() { return { rows: 0, cols: this.#prompt.length + this.cursor }; }
    [Symbol.asyncIterator]() {
      this.#lines ??= lines(this);
      return this.#lines;
    }
    [Symbol.dispose]() { this.close(); }
  }
  // The lines of a loop. What it has not taken when it is left, the next one takes.
  const lines = (reader) => {
    const told = EventEmitter.on(reader, 'line', { close: ['close'] });
    const iterator = {
      async next() {
        const { value, done } = await told.next();
        return { value: done ? undefined : value[0], done };
      },
      return() { return told.return(); },
      throw(error) { return told.throw(error); },
      [Symbol.asyncIterator]() { return iterator; },
    };
    return iterator;
  };

  class PromiseInterface extends Interface {
    question(query, options = {}) {
      return new Promise((resolve, reject) => {
        const { signal } = options;
        if (signal?.aborted) {
          reject(abortion(signal.reason));
          return;
        }
        signal?.addEventListener('abort', () => reject(abortion(signal.reason)), { once: true });
        super.question(query, options, resolve);
      });
    }
  }
  Object.defineProperty(PromiseInterface, 'name', { value: 'Interface' });

  // Sequences that move the cursor of a terminal, which are written as they are.
  const write = (stream, text, callback) => {
    if (callback !== undefined) callable(callback, 'callback');
    if (stream !== null && stream !== undefined && text !== '') return typeof callback === 'function' ? stream.write(text, callback) : stream.write(text);
    if (typeof callback === 'function') nextTick(callback, null);
    return true;
  };
  const number = (value, name) => {
    if (Number.isNaN(value)) throw wrongValue(name, value);
    return value;
  };
  const moved = (count, ahead, back) => (count === 0 ? '' : `\u001b[${Math.abs(count)}${count > 0 ? ahead : back}`);
  const cursors = {
    clearLine: (direction) => `\u001b[${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`,
    clearScreenDown: () => '\u001b[0J',
    cursorTo: (x, y) => {
      if (typeof number(x, 'x') !== 'number') throw coded(new TypeError('Cannot set cursor row without setting its column'), 'ERR_INVALID_CURSOR_POS');
      return typeof y === 'number' ? `\u001b[${number(y, 'y') + 1};${x + 1}H` : `\u001b[${x + 1}G`;
    },
    moveCursor: (dx, dy) => moved(dx, 'C', 'D') + moved(dy, 'B', 'A'),
  };
  const COUNTS = { clearLine: 1, clearScreenDown: 0, cursorTo: 2, moveCursor: 2 };
  const cursorCalls = Object.fromEntries(Object.keys(cursors).map((name) => [name, (stream, ...args) => {
    const callback = args.length > COUNTS[name] ? args[COUNTS[name]] : typeof args.at(-1) === 'function' ? args.pop() : undefined;
    return write(stream, cursors[name](...args), callback);
  }]));
  class Readline {
    #stream;
    #isAtOnce;
    #text = '';
    constructor(stream, options = undefined) {
      if (typeof stream?.write !== 'function') throw wrongType('stream', 'an instance of Writable', stream);
      this.#stream = stream;
      this.#isAtOnce = Boolean(options?.autoCommit);
    }
    #add(text) {
      if (this.#isAtOnce) nextTick(() => this.#stream.write(text));
      else this.#text += text;
      return this;
    }
    clearLine(direction) { return this.#add(cursors.clearLine(direction)); }
    clearScreenDown() { return this.#add(cursors.clearScreenDown()); }
    cursorTo(x, y) { return this.#add(cursors.cursorTo(x, y)); }
    moveCursor(dx, dy) { return this.#add(cursors.moveCursor(dx, dy)); }
    commit() {
      return new Promise((resolve) => {
        this.#stream.write(this.#text, () => resolve());
        this.#text = '';
      });
    }
    rollback() {
      this.#text = '';
      return this;
    }
  }

  const promises = { Interface: PromiseInterface, Readline, createInterface: (...args) => new PromiseInterface(...args) };
  // It may be called without `new`.
  const readline = {
    Interface: new Proxy(Interface, { apply: (Class, _, args) => new Class(...args) }),
    ...cursorCalls,
    createInterface: (...args) => new Interface(...args),
    emitKeypressEvents() {},
    promises,
  };
  native.node.readline = readline;
})
