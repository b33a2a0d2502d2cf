(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  const globals = {};
  const wellFormed = (value) => String(value).toWellFormed();

  const coded = (error, code) => {
    error.code = code;
    return error;
  };
  const missing = (what) => coded(new TypeError(`The ${what} must be specified`), 'ERR_MISSING_ARGS');
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));

  // Parameters: a flat list of names and values, and the URL that they belong to.
  let attach, refresh, listOf;
  class URLSearchParams {
    #list = [];
    #changed = undefined;
    static {
      attach = (params, changed) => { params.#changed = changed; };
      refresh = (params, query) => { params.#list = native.parseQuery(query); };
      listOf = (object) => (#list in object ? object.#list : undefined);
    }
    constructor(init = undefined) {
      if (init === undefined || init === null) return;
      if (typeof init === 'object' || typeof init === 'function') {
        const method = init[Symbol.iterator];
        if (method === undefined || method === null) {
          for (const key of Reflect.ownKeys(init)) {
            const own = Reflect.getOwnPropertyDescriptor(init, key);
            if (typeof key === 'string' && own?.enumerable) this.#list.push(wellFormed(key), wellFormed(init[key]));
          }
          return;
        }
        for (const pair of init) {
          const items = typeof pair === 'object' && pair !== null ? [...pair] : [];
          if (items.length !== 2) throw coded(new TypeError('Each query pair must be an iterable [name, value] tuple'), 'ERR_INVALID_TUPLE');
          this.#list.push(wellFormed(items[0]), wellFormed(items[1]));
        }
        return;
      }
      const text = wellFormed(init);
      this.#list = native.parseQuery(text.startsWith('?') ? text.slice(1) : text);
    }
    #update() { this.#changed?.(this.toString()); }
    get size() { return this.#list.length / 2; }
    append(name, value) {
      if (arguments.length < 2) throw missing('"name" and "value" arguments');
      this.#list.push(wellFormed(name), wellFormed(value));
      this.#update();
    }
    delete(name, value = undefined) {
      if (arguments.length === 0) throw missing('"name" argument');
      name = wellFormed(name);
      if (value !== undefined) value = wellFormed(value);
      const kept = [];
      for (let i = 0; i < this.#list.length; i += 2) {
        if (this.#list[i] === name && (value === undefined || this.#list[i + 1] === value)) continue;
        kept.push(this.#list[i], this.#list[i + 1]);
      }
      this.#list = kept;
      this.#update();
    }
    get(name) {
      if (arguments.length === 0) throw missing('"name" argument');
      name = wellFormed(name);
      for (let i = 0; i < this.#list.length; i += 2) if (this.#list[i] === name) return this.#list[i + 1];
      return null;
    }
    getAll(name) {
      if (arguments.length === 0) throw missing('"name" argument');
      name = wellFormed(name);
      const values = [];
      for (let i = 0; i < this.#list.length; i += 2) if (this.#list[i] === name) values.push(this.#list[i + 1]);
      return values;
    }
    has(name, value = undefined) {
      if (arguments.length === 0) throw missing('"name" argument');
      name = wellFormed(name);
      if (value !== undefined) value = wellFormed(value);
      for (let i = 0; i < this.#list.length; i += 2) {
        if (this.#list[i] === name && (value === undefined || this.#list[i + 1] === value)) return true;
      }
      return false;
    }
    set(name, value) {
      if (arguments.length < 2) throw missing('"name" and "value" arguments');
      name = wellFormed(name);
      value = wellFormed(value);
      const kept = [];
      let found = false;
      for (let i = 0; i < this.#list.length; i += 2) {
        if (this.#list[i] !== name) kept.push(this.#list[i], this.#list[i + 1]);
        else if (!found) { found = true; kept.push(name, value); }
      }
      if (!found) kept.push(name, value);
      this.#list = kept;
      this.#update();
    }
    sort() {
      const pairs = [...this];
      pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
      this.#list = pairs.flat();
      this.#update();
    }
    forEach(callback, thisArg = undefined) {
      if (typeof callback !== 'function') {
        throw coded(new TypeError('The "callback" argument must be of type function.'), 'ERR_INVALID_ARG_TYPE');
      }
      for (const [name, value] of this) Reflect.apply(callback, thisArg, [value, name, this]);
    }
    static #iterate(params, kind) {
      let at = 0;
      const iterator = Object.create(iterators);
      // The list may change while this goes on.
      hide(iterator, 'next', () => {
        if (at >= params.#list.length) return { value: undefined, done: true };
        const pair = params.#list.slice(at, at + 2);
        at += 2;
        return { value: kind === 0 ? pair : pair[kind - 1], done: false };
      });
      Object.defineProperty(iterator, Symbol.toStringTag, { value: 'URLSearchParams Iterator', configurable: true });
      return iterator;
    }
    entries() { return URLSearchParams.#iterate(this, 0); }
    keys() { return URLSearchParams.#iterate(this, 1); }
    values() { return URLSearchParams.#iterate(this, 2); }
    toString() { return native.formQuery(this.#list); }
  }
  native.finish(URLSearchParams);
  hide(URLSearchParams.prototype, Symbol.iterator, URLSearchParams.prototype.entries);
  globals.URLSearchParams = URLSearchParams;

  // What `native.parseUrl` and `native.setUrl` give, in this order.
  const [HREF, ORIGIN, PROTOCOL, USERNAME, PASSWORD, HOST, HOSTNAME, PORT, PATHNAME, SEARCH, HASH] = Array(11).keys();
  const invalid = (input, base) => {
    const error = new TypeError('Invalid URL');
    error.code = 'ERR_INVALID_URL';
    error.input = input;
    if (base !== undefined) error.base = base;
    return error;
  };
  let fieldsOf;
  class URL {
    #parts;
    #params;
    static {
      fieldsOf = (object) => {
        if (!(#parts in object)) return undefined;
        const parts = object.#parts;
        return {
          href: parts[HREF], origin: parts[ORIGIN], protocol: parts[PROTOCOL], username: parts[USERNAME],
          password: parts[PASSWORD], host: parts[HOST], hostname: parts[HOSTNAME], port: parts[PORT],
          pathname: parts[PATHNAME], search: parts[SEARCH],
          searchParams: object.#params ?? new URLSearchParams(parts[SEARCH]), hash: parts[HASH],
        };
      };
    }
    constructor(url, base = undefined) {
      if (arguments.length === 0) throw missing('"url" argument');
      const input = `${url}`;
      if (base !== undefined) base = `${base}`;
      this.#parts = native.parseUrl(input, base);
      if (!this.#parts) throw invalid(input, base);
    }
    static canParse(url, base = undefined) {
      if (arguments.length === 0) throw missing('"url" argument');
      return Boolean(native.parseUrl(`${url}`, base === undefined ? undefined : `${base}`));
    }
    static parse(url, base = undefined) {
      if (arguments.length === 0) throw missing('"url" argument');
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }
    #set(part, value) {
      this.#parts = native.setUrl(this.#parts[HREF], part, `${value}`);
    }
    get href() { return this.#parts[HREF]; }
    set href(value) {
      const parts = native.parseUrl(`${value}`, undefined);
      if (!parts) throw invalid(`${value}`);
      this.#parts = parts;
      if (this.#params) refresh(this.#params, parts[SEARCH].slice(1));
    }
    get origin() { return this.#parts[ORIGIN]; }
    get protocol() { return this.#parts[PROTOCOL]; }
    set protocol(value) { this.#set('protocol', value); }
    get username() { return this.#parts[USERNAME]; }
    set username(value) { this.#set('username', value); }
    get password() { return this.#parts[PASSWORD]; }
    set password(value) { this.#set('password', value); }
    get host() { return this.#parts[HOST]; }
    set host(value) { this.#set('host', value); }
    get hostname() { return this.#parts[HOSTNAME]; }
    set hostname(value) { this.#set('hostname', value); }
    get port() { return this.#parts[PORT]; }
    set port(value) { this.#set('port', value); }
    get pathname() { return this.#parts[PATHNAME]; }
    set pathname(value) { this.#set('pathname', value); }
    get search() { return this.#parts[SEARCH]; }
    set search(value) {
      this.#set('search', value);
      if (this.#params) refresh(this.#params, this.#parts[SEARCH].slice(1));
    }
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams(this.#parts[SEARCH]);
        attach(this.#params, (query) => this.#set('search', query));
      }
      return this.#params;
    }
    get hash() { return this.#parts[HASH]; }
    set hash(value) { this.#set('hash', value); }
    toString() { return this.href; }
    toJSON() { return this.href; }
  }
  native.finish(URL);
  globals.URL = URL;

  // What the console shows of either: the fields of a URL, the names and values of parameters.
  native.describe = (object) => listOf(object) ?? fieldsOf(object);

  for (const name of Object.keys(globals)) hide(globalThis, name, globals[name]);
})
