(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  const tag = (holder, value) => Object.defineProperty(holder, Symbol.toStringTag, { value, configurable: true });
  const coded = (error, code) => Object.assign(error, { code });
  const { finish, encode, bytesOf, decodeText, concatBytes } = native;

  // Bytes with a type.
  const mediaType = (type) => {
    const text = `${type}`;
    for (let i = 0; i < text.length; i++) if (text[i] < ' ' || text[i] > '~') return '';
    return text.toLowerCase();
  };
  let dataOf, isBlob;
  class Blob {
    #bytes; #type;
    static {
      dataOf = (blob) => blob.#bytes;
      isBlob = (value) => typeof value === 'object' && value !== null && #bytes in value;
    }
    constructor(parts = [], options = {}) {
      if ((typeof parts !== 'object' && typeof parts !== 'function') || parts === null || typeof parts[Symbol.iterator] !== 'function') {
        throw coded(new TypeError('Value cannot be converted to sequence.'), 'ERR_INVALID_ARG_TYPE');
      }
      if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
        throw coded(new TypeError('The "options" argument must be a dictionary.'), 'ERR_INVALID_ARG_TYPE');
      }
      const endings = options?.endings === undefined ? 'transparent' : `${options.endings}`;
      if (endings !== 'transparent' && endings !== 'native') {
        throw coded(new TypeError(`The property 'options.endings' is invalid. Received '${endings}'`), 'ERR_INVALID_ARG_VALUE');
      }
      const pieces = [];
      for (const part of parts) {
        if (isBlob(part)) pieces.push(part.#bytes);
        else {
          const text = endings === 'native' ? `${part}`.replaceAll('\r\n', '\n') : part;
          pieces.push(bytesOf(part) ?? encode(`${text}`));
        }
      }
      this.#bytes = concatBytes(pieces);
      this.#type = options?.type === undefined ? '' : mediaType(options.type);
    }
    get type() { return this.#type; }
    get size() { return this.#bytes.length; }
    slice(start = 0, end = this.size, type = '') {
      const blob = new Blob([], { type });
      blob.#bytes = this.#bytes.slice(start, end);
      return blob;
    }
    stream() { return bodies().streamOf(this.#bytes).face; }
    async arrayBuffer() { return this.#bytes.slice().buffer; }
    async text() { return decodeText(this.#bytes); }
    async bytes() { return this.#bytes.slice(); }
  }
  class File extends Blob {
    #name; #modified;
    constructor(fileBits, fileName, options = {}) {
      if (arguments.length < 2) throw coded(new TypeError('The "fileBits" and "fileName" arguments must be specified'), 'ERR_MISSING_ARGS');
      super(fileBits, options);
      this.#name = `${fileName}`.toWellFormed();
      this.#modified = options?.lastModified === undefined ? Date.now() : Math.trunc(Number(options.lastModified)) || 0;
    }
    get name() { return this.#name; }
    get lastModified() { return this.#modified; }
  }
  finish(Blob);
  finish(File);

  const entriesOf = (value) => {
    const all = [];
    if (typeof value[Symbol.iterator] === 'function') {
      for (const pair of value) {
        if (typeof pair !== 'object' || pair === null) throw new TypeError('Headers constructor: the value cannot be converted to a sequence of name/value pairs.');
        const items = [...pair];
        if (items.length !== 2) throw new TypeError(`Headers constructor: expected name/value pair to be length 2, found ${items.length}.`);
        all.push(items);
      }
      return all;
    }
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key === 'symbol') throw new TypeError('Headers constructor: Key Symbol in init is a symbol, which cannot be converted to a ByteString.');
      if (Object.getOwnPropertyDescriptor(value, key)?.enumerable) all.push([key, value[key]]);
    }
    return all;
  };
  const byteString = (value) => {
    const text = `${value}`;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 255) throw new TypeError(`Cannot convert argument to a ByteString because the character at index ${i} has a value of ${code} which is greater than 255.`);
    }
    return text;
  };
  const symbols = "!#$%&'*+-.^_`|~";
  const isToken = (text) => {
    for (const letter of text) {
      const isWord = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
      if (!isWord && !symbols.includes(letter)) return false;
    }
    return text !== '';
  };
  const headerName = (method, name) => {
    const text = byteString(name);
    if (!isToken(text)) throw new TypeError(`Headers.${method}: "${text}" is an invalid header name.`);
    return text.toLowerCase();
  };
  const headerValue = (method, value) => {
    const text = byteString(value);
    let start = 0, end = text.length;
    while (start < end && ' \t\r\n'.includes(text[start])) start += 1;
    while (end > start && ' \t\r\n'.includes(text[end - 1])) end -= 1;
    const kept = text.slice(start, end);
    if (kept.includes('\0') || kept.includes('\r') || kept.includes('\n')) throw new TypeError(`Headers.${method}: "${kept}" is an invalid header value.`);
    return kept;
  };
  const given = (method, args, count) => {
    if (args.length < count) throw new TypeError(`Headers.${method}: ${count} argument${count > 1 ? 's' : ''} required, but${args.length > 0 ? ' only' : ''} ${args.length} found.`);
  };
  let fix, partsOf;
  class Headers {
    // By name: the values, in the order in which they came.
    #map = new Map();
    #isFixed = false;
    static {
      // In the order in which they came.
      partsOf = (headers) => Object.fromEntries(Array.from(headers.#map, ([name, values]) => [name, values.join(', ')]));
      fix = (headers) => {
        headers.#isFixed = true;
        return headers;
      };
    }
    #toChange(key) {
      if (this.#isFixed) throw new TypeError('immutable');
      return key;
    }
    constructor(init = undefined) {
      if (init === undefined) return;
      if (typeof init !== 'object' || init === null) {
        throw new TypeError("Headers constructor: Argument 1 could not be converted to one of: sequence<sequence<ByteString>>, record<ByteString, ByteString>.");
      }
      for (const [name, value] of entriesOf(init)) this.append(name, value);
    }
    append(name, value) {
      given('append', arguments, 2);
      const key = headerName('append', name), text = headerValue('append', value);
      this.#toChange(key);
      if (this.#map.has(key)) this.#map.get(key).push(text);
      else this.#map.set(key, [text]);
    }
    delete(name) {
      given('delete', arguments, 1);
      this.#map.delete(this.#toChange(headerName('delete', name)));
    }
    get(name) {
      given('get', arguments, 1);
      return this.#map.get(headerName('get', name))?.join(', ') ?? null;
    }
    has(name) {
      given('has', arguments, 1);
      return this.#map.has(headerName('has', name));
    }
    set(name, value) {
      given('set', arguments, 2);
      const key = headerName('set', name), text = headerValue('set', value);
      this.#map.set(this.#toChange(key), [text]);
    }
    getSetCookie() { return [...(this.#map.get('set-cookie') ?? [])]; }
    #sorted() {
      const all = [];
      for (const name of [...this.#map.keys()].sort()) {
        const values = this.#map.get(name);
        if (name === 'set-cookie') for (const value of values) all.push([name, value]);
        else all.push([name, values.join(', ')]);
      }
      return all;
    }
    keys() { return iterate(this.#sorted(), 'keys', 'Headers Iterator'); }
    values() { return iterate(this.#sorted(), 'values', 'Headers Iterator'); }
    entries() { return iterate(this.#sorted(), 'entries', 'Headers Iterator'); }
    forEach(callback, thisArg = undefined) {
      if (typeof callback !== 'function') throw new TypeError("Failed to execute 'forEach' on 'Headers': parameter 1 is not of type 'Function'.");
      for (const [name, value] of this.#sorted()) Reflect.apply(callback, thisArg, [value, name, this]);
    }
  }
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  const iterate = (list, kind, name) => {
    let at = 0;
    const iterator = Object.create(iterators);
    hide(iterator, 'next', () => {
      if (at >= list.length) return { value: undefined, done: true };
      const pair = list[at++];
      return { value: kind === 'keys' ? pair[0] : kind === 'values' ? pair[1] : [pair[0], pair[1]], done: false };
    });
    tag(iterator, name);
    return iterator;
  };
  finish(Headers);
  hide(Headers.prototype, Symbol.iterator, Headers.prototype.entries);

  let pairsOf;
  class FormData {
    #list = [];
    static { pairsOf = (value) => (typeof value === 'object' && value !== null && #list in value ? value.#list : undefined); }
    constructor(form = undefined) {
      if (form !== undefined) throw new TypeError("FormData constructor: Argument 1 could not be converted to: undefined.");
    }
    #entry(name, value, fileName, count) {
      const key = `${name}`.toWellFormed();
      if (!isBlob(value)) return [key, `${value}`.toWellFormed()];
      const isNamed = count > 2;
      if (value instanceof File && !isNamed) return [key, value];
      const options = { type: value.type };
      if (value instanceof File) options.lastModified = value.lastModified;
      return [key, new File([value], isNamed ? `${fileName}` : 'blob', options)];
    }
    append(name, value, fileName = undefined) { this.#list.push(this.#entry(name, value, fileName, arguments.length)); }
    delete(name) { this.#list = this.#list.filter((pair) => pair[0] !== `${name}`); }
    get(name) { return this.#list.find((pair) => pair[0] === `${name}`)?.[1] ?? null; }
    getAll(name) { return this.#list.filter((pair) => pair[0] === `${name}`).map((pair) => pair[1]); }
    has(name) { return this.#list.some((pair) => pair[0] === `${name}`); }
    set(name, value, fileName = undefined) {
      const entry = this.#entry(name, value, fileName, arguments.length);
      const at = this.#list.findIndex((pair) => pair[0] === entry[0]);
      this.#list = this.#list.filter((pair, index) => pair[0] !== entry[0] || index === at);
      if (at < 0) this.#list.push(entry);
      else this.#list[at] = entry;
    }
    keys() { return iterate(this.#list, 'keys', 'FormData Iterator'); }
    values() { return iterate(this.#list, 'values', 'FormData Iterator'); }
    entries() { return iterate(this.#list, 'entries', 'FormData Iterator'); }
    forEach(callback, thisArg = undefined) {
      for (const [name, value] of this.#list) Reflect.apply(callback, thisArg, [value, name, this]);
    }
  }
  for (const [name, length] of [['append', 2], ['set', 2]]) Object.defineProperty(FormData.prototype[name], 'length', { value: length, configurable: true });
  finish(FormData);
  hide(FormData.prototype, Symbol.iterator, FormData.prototype.entries);

  // What a body is in pieces, for those who read it so, or give it so.
  const bodies = () => {
    native.node.part('streams');
    native.node.part('streams/body');
    return native.streams.bodies;
  };
  const streamIfAny = (value) => native.streams?.ifOf(value, native.streams.Readable);

  // Bodies: as a whole, or a stream.
  const unusable = 'Body is unusable: Body has already been read';
  const quoted = (text) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\n', '%0D%0A').replaceAll('"', '%22');
  const multipart = (pairs) => {
    const boundary = `----formdata-isolate-${native.digits(12)}`, pieces = [];
    for (const [name, value] of pairs) {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
      if (typeof value === 'string') pieces.push(encode(`${head}\r\n\r\n${value}\r\n`));
      else pieces.push(encode(`${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`), dataOf(value), encode('\r\n'));
    }
    pieces.push(encode(`--${boundary}--\r\n`));
    return [concatBytes(pieces), `multipart/form-data; boundary=${boundary}`];
  };
  const extract = (body) => {
    if (isBlob(body)) return [dataOf(body), body.type];
    const bytes = bytesOf(body);
    if (bytes) return [bytes.slice(), ''];
    const pairs = pairsOf(body);
    if (pairs) return multipart(pairs);
    if (body instanceof URLSearchParams) return [encode(`${body}`), 'application/x-www-form-urlencoded;charset=UTF-8'];
    const given = streamIfAny(body);
    if (given && bodies().isTaken(given)) throw new TypeError('Response body object should not be disturbed or locked');
    if (given) return [null, '', given];
    if (typeof body === 'object' && typeof body[Symbol.asyncIterator] === 'function') return [null, '', bodies().from(body)];
    return [encode(`${body}`), 'text/plain;charset=UTF-8'];
  };
  let setBody, copyBody, moveBody, giveBody, takeBody;
  class Body {
    // The bytes where they are there, and the stream where there is one, which is made of the bytes when it is asked for.
    #bytes = null; #isUsed = false; #stream = null;
    static {
      setBody = (target, body) => {
        const [bytes, type, stream = null] = extract(body);
        target.#bytes = bytes;
        target.#stream = stream;
        if (type && !target.headers.has('content-type')) target.headers.set('content-type', type);
      };
      copyBody = (target, source, name) => {
        if (source.#isTaken) throw new TypeError(name);
        if (source.#bytes !== null || source.#stream === null) target.#bytes = source.#bytes;
        else [source.#stream, target.#stream] = bodies().copies(source.#stream);
      };
      moveBody = (target, source, name) => {
        if (source.#isTaken) throw new TypeError(name);
        if (source.#bytes !== null) target.#bytes = source.#take();
        else if (source.#stream !== null) target.#stream = bodies().taken(source.#stream);
      };
      giveBody = (target, bytes) => { target.#bytes = bytes; };
      takeBody = (target) => (target.#bytes === null && target.#stream === null ? undefined : target.#take());
    }
    get #isTaken() { return this.#stream === null ? this.#isUsed : bodies().isTaken(this.#stream); }
    // The bytes, or a promise of them.
    #take() {
      if (this.#isTaken) throw new TypeError(unusable);
      if (this.#bytes === null) return this.#stream === null ? new Uint8Array(0) : bodies().bytesFrom(this.#stream);
      this.#isUsed = true;
      if (this.#stream !== null) bodies().spend(this.#stream);
      return this.#bytes;
    }
    get bodyUsed() { return this.#stream === null ? this.#isUsed : this.#stream.isDisturbed; }
    get body() {
      if (this.#bytes === null && this.#stream === null) return null;
      if (this.#stream === null) {
        this.#stream = bodies().streamOf(this.#bytes);
        if (this.#isUsed) bodies().spend(this.#stream);
      }
      return this.#stream.face;
    }
    async arrayBuffer() { return (await this.#take()).slice().buffer; }
    async bytes() { return (await this.#take()).slice(); }
    async text() { return decodeText(await this.#take()); }
    async json() { return JSON.parse(decodeText(await this.#take())); }
    async blob() { return new Blob([await this.#take()], { type: this.headers.get('content-type') ?? '' }); }
    async formData() {
      const type = (this.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase();
      if (type !== 'application/x-www-form-urlencoded') {
        throw new TypeError('Content-Type was not "application/x-www-form-urlencoded": other forms are not read here');
      }
      const form = new FormData();
      for (const [name, value] of new URLSearchParams(decodeText(await this.#take()))) form.append(name, value);
      return form;
    }
  }
  const parsedUrl = (url) => {
    const parsed = URL.parse(`${url}`);
    if (!parsed) throw new TypeError(`Failed to parse URL from ${url}`);
    return parsed;
  };
  const withoutBody = [101, 103, 204, 205, 304], redirects = [301, 302, 303, 307, 308];
  let receive;
  class Response extends Body {
    #status = 200; #text = ''; #headers; #type = 'default'; #url = ''; #isRedirected = false;
    static {
      // What the host answers.
      receive = (answer, isWithoutBody) => {
        const response = new Response();
        response.#status = answer.status;
        response.#text = answer.statusText;
        response.#type = 'basic';
        response.#url = answer.url;
        response.#isRedirected = answer.redirected;
        response.#headers = fix(new Headers(answer.headers));
        if (!isWithoutBody && !withoutBody.includes(answer.status)) giveBody(response, answer.body);
        return response;
      };
    }
    constructor(body = null, init = {}) {
      super();
      if (init !== null && typeof init !== 'object' && typeof init !== 'function') throw new TypeError('Response constructor: the second argument must be an object.');
      const status = init?.status === undefined ? 200 : Math.trunc(Number(init.status)) || 0;
      if (status < 200 || status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
      this.#status = status;
      this.#text = init?.statusText === undefined ? '' : byteString(init.statusText);
      for (const letter of this.#text) if ((letter < ' ' && letter !== '\t') || letter === '\x7f') throw new TypeError('Invalid statusText');
      this.#headers = new Headers(init?.headers ?? undefined);
      if (body === null || body === undefined) return;
      if (withoutBody.includes(status)) throw new TypeError(`Response constructor: Invalid response status code ${status}`);
      setBody(this, body);
    }
    static error() {
      const response = new Response();
      response.#status = 0;
      response.#type = 'error';
      fix(response.#headers);
      return response;
    }
    static json(data, init = {}) {
      const text = JSON.stringify(data);
      if (text === undefined) throw new TypeError('Value is not JSON serializable');
      const headers = new Headers(init?.headers ?? undefined);
      if (!headers.has('content-type')) headers.set('content-type', 'application/json');
      return new Response(text, { status: init?.status, statusText: init?.statusText, headers });
    }
    static redirect(url, status = 302) {
      const { href } = parsedUrl(url), code = Math.trunc(Number(status));
      if (!redirects.includes(code)) throw new RangeError(`Invalid status code ${status}`);
      const response = new Response(null, { status: code, headers: { location: href } });
      fix(response.#headers);
      return response;
    }
    get type() { return this.#type; }
    get url() { return this.#url; }
    get redirected() { return this.#isRedirected; }
    get status() { return this.#status; }
    get ok() { return this.#status >= 200 && this.#status <= 299; }
    get statusText() { return this.#text; }
    get headers() { return this.#headers; }
    clone() {
      const copy = new Response(null, { headers: this.#headers });
      copyBody(copy, this, 'Response.clone: Body has already been consumed.');
      copy.#status = this.#status;
      copy.#text = this.#text;
      copy.#type = this.#type;
      copy.#url = this.#url;
      copy.#isRedirected = this.#isRedirected;
      if (this.#type !== 'default') fix(copy.#headers);
      return copy;
    }
  }
  const usual = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
  class Request extends Body {
    #url; #method; #headers; #signal; #settings;
    constructor(input, init = {}) {
      super();
      const other = typeof input === 'object' && input !== null && #url in input ? input : undefined;
      const parsed = other ? undefined : parsedUrl(input);
      if (parsed && (parsed.username || parsed.password)) throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${input}`);
      this.#url = other ? other.#url : parsed.href;
      const method = init?.method === undefined ? other?.method ?? 'GET' : `${init.method}`, upper = method.toUpperCase();
      if (['CONNECT', 'TRACE', 'TRACK'].includes(upper)) throw new TypeError(`'${method}' HTTP method is unsupported.`);
      if (!isToken(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
      this.#method = usual.includes(upper) ? upper : method;
      this.#headers = new Headers(init?.headers ?? other?.headers);
      const signal = init?.signal === undefined ? other?.signal : init.signal;
      if (signal !== undefined && signal !== null && !native.isSignal(signal)) throw new TypeError('Request constructor: Expected signal to be an instance of AbortSignal.');
      this.#signal = signal ?? new AbortController().signal;
      if (init?.redirect !== undefined && !['follow', 'error', 'manual'].includes(`${init.redirect}`)) {
        throw new TypeError(`Request constructor: ${init.redirect} is not an accepted type. Expected one of follow, error, manual.`);
      }
      const setting = (name, otherwise) => (init?.[name] === undefined ? other?.[name] ?? otherwise : `${init[name]}`);
      this.#settings = {
        mode: setting('mode', 'cors'), credentials: setting('credentials', 'same-origin'), cache: setting('cache', 'default'),
        redirect: setting('redirect', 'follow'), referrer: setting('referrer', 'about:client'), referrerPolicy: setting('referrerPolicy', ''),
        integrity: setting('integrity', ''), keepalive: Boolean(init?.keepalive ?? other?.keepalive),
      };
      const hasBody = init?.body !== undefined && init?.body !== null;
      if ((hasBody || (other && init?.body === undefined && other.#hasBody)) && (this.#method === 'GET' || this.#method === 'HEAD')) {
        throw new TypeError('Request with GET/HEAD method cannot have body.');
      }
      if (hasBody && init.duplex === undefined && streamIfAny(init.body)) throw new TypeError('RequestInit: duplex option is required when sending a body.');
      this.#hasBody = hasBody;
      if (hasBody) setBody(this, init.body);
      else if (other && init?.body === undefined) {
        moveBody(this, other, 'Cannot construct a Request with a Request object that has already been used.');
        this.#hasBody = other.#hasBody;
      }
    }
    #hasBody = false;
    get method() { return this.#method; }
    get url() { return this.#url; }
    get headers() { return this.#headers; }
    get destination() { return ''; }
    get referrer() { return this.#settings.referrer; }
    get referrerPolicy() { return this.#settings.referrerPolicy; }
    get mode() { return this.#settings.mode; }
    get credentials() { return this.#settings.credentials; }
    get cache() { return this.#settings.cache; }
    get redirect() { return this.#settings.redirect; }
    get integrity() { return this.#settings.integrity; }
    get keepalive() { return this.#settings.keepalive; }
    get signal() { return this.#signal; }
    get duplex() { return 'half'; }
    clone() {
      const copy = new Request(this.#url, { ...this.#settings, method: this.#method, headers: this.#headers, signal: this.#signal });
      copyBody(copy, this, 'unusable');
      copy.#hasBody = this.#hasBody;
      return copy;
    }
  }
  // What bodies can do stands on each class itself.
  for (const Class of [Response, Request]) {
    for (const name of ['body', 'bodyUsed', 'blob', 'arrayBuffer', 'text', 'json', 'formData', 'bytes']) {
      Object.defineProperty(Class.prototype, name, Object.getOwnPropertyDescriptor(Body.prototype, name));
    }
    Object.setPrototypeOf(Class.prototype, Object.prototype);
    finish(Class);
  }

  // What a console shows of them: their class, and what it is made of.
  const shown = (Class, parts) => hide(Class.prototype, Symbol.for('nodejs.util.inspect.custom'), function (depth, options, inspect) {
    return `${Class.name} ${inspect(parts(this), options)}`;
  });
  const members = (...names) => (object) => Object.fromEntries(names.map((name) => [name, object[name]]));
  shown(Blob, members('size', 'type'));
  shown(File, members('size', 'type', 'name', 'lastModified'));
  shown(Headers, partsOf);
  shown(FormData, (form) => {
    const parts = {};
    for (const [name, value] of form) parts[name] = Object.hasOwn(parts, name) ? [parts[name], value].flat() : value;
    return parts;
  });
  shown(Response, members('status', 'statusText', 'headers', 'body', 'bodyUsed', 'ok', 'redirected', 'type', 'url'));
  shown(Request, (request) => ({
    ...members('method', 'url', 'headers', 'destination', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache', 'redirect', 'integrity', 'keepalive')(request),
    isReloadNavigation: false, isHistoryNavigation: false, signal: request.signal,
  }));

  // Requests go through a function of the host, which decides what is allowed.
  let calls = 0;
  const answered = (name, message, signal) => new Promise((resolve, reject) => {
    let isUnderWay = true;
    const ended = (settle) => (value) => {
      isUnderWay = false;
      settle(value);
    };
    native.callHost(name, message).then(ended(resolve), ended((error) => {
      if (error?.code !== 'ESIGNALTIMEOUT') return reject(Object.assign(error, { syscall: 'fetch' }));
      native.expire(signal);
      reject(signal.aborted ? signal.reason : error);
    }));
    signal.addEventListener('abort', () => {
      if (!isUnderWay) return;
      reject(signal.reason);
      native.callHost('$net.cancel', message.id).then(() => {}, () => {});
    }, { once: true });
  });
  const { fetch } = {
    async fetch(input, init = undefined) {
      if (arguments.length === 0) throw coded(new TypeError("fetch: 1 argument required, but 0 present: write await fetch('https://…')"), 'ERR_MISSING_ARGS');
      const request = new Request(input, init), { method, signal } = request;
      if (signal.aborted) throw signal.reason;
      const isRead = method === 'GET' || method === 'HEAD';
      const message = { id: calls += 1, url: request.url, method, headers: [...request.headers], redirect: request.redirect };
      const body = takeBody(request);
      if (body) message.body = await body;
      const timeout = native.timeLeft(signal);
      if (timeout !== undefined) message.timeout = timeout;
      return receive(await answered(isRead ? '$net.fetch' : '$net.send', message, signal), method === 'HEAD');
    },
  };

  const fail = (message, code) => { throw coded(new TypeError(`Failed to execute 'digest' on 'SubtleCrypto': ${message}`), code); };
  const names = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
  class SubtleCrypto {
    async digest(algorithm, data) {
      if (arguments.length < 2) fail(`2 arguments required, but only ${arguments.length} present.`, 'ERR_MISSING_ARGS');
      const bytes = bytesOf(data);
      if (!bytes) fail('2nd argument is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.', 'ERR_INVALID_ARG_TYPE');
      const given = typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm;
      const name = `${given}`.toUpperCase();
      if (!names.includes(name)) throw new DOMException('Unrecognized algorithm name', 'NotSupportedError');
      return native.digest(name, bytes.slice());
    }
  }
  const subtle = Object.create(finish(SubtleCrypto).prototype);
  return { Blob, File, FormData, Headers, Request, Response, fetch, subtle };
})
