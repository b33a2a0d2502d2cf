(function (native) {
  'use strict';
  // `crypto`: digests and random bytes. There are no keys beyond those of `createHmac`, and no ciphers.
  const { part, hide, coded, callable, text, number, integer, outOfRange, wrongType, wrongValue, viewed, behind } = native.node;
  const { Buffer } = part('buffers');
  const OF_DATA = 'of type string or an instance of Buffer, TypedArray, or DataView';

  // By their names in OpenSSL: the name of the digest, its bytes, and those of the blocks it works on.
  const DIGESTS = { md5: ['MD5', 16, 64], sha1: ['SHA-1', 20, 64], sha256: ['SHA-256', 32, 64], sha384: ['SHA-384', 48, 128], sha512: ['SHA-512', 64, 128] };
  const digestOf = (name) => {
    const plain = name.toLowerCase().replace('rsa-', '').replace('sha-', 'sha');
    return Object.hasOwn(DIGESTS, plain) ? DIGESTS[plain] : undefined;
  };
  const known = Object.keys(DIGESTS).join(', ');
  const digest = (name, bytes) => viewed(native.digest(name, bytes));
  const bytesOf = (value, encoding, name) => {
    if (typeof value === 'string') {
      if (encoding === 'hex' && value.length % 2 !== 0) throw wrongValue('encoding', encoding, `is invalid for data of length ${value.length}`);
      return Buffer.from(value, encoding === 'buffer' || !Buffer.isEncoding(encoding) ? 'utf8' : encoding);
    }
    if (!ArrayBuffer.isView(value)) throw wrongType(name, OF_DATA, value);
    // A copy, since the program may fill its bytes anew.
    return Buffer.from(viewed(value));
  };
  const encoded = (bytes, encoding) => (encoding === undefined || encoding === null || encoding === 'buffer' ? bytes : bytes.toString(encoding));
  const over = () => coded(new Error('Digest already called'), 'ERR_CRYPTO_HASH_FINALIZED');

  // What a hash has gathered; few are used as streams, which they become when they are first treated so.
  const gathered = new WeakMap();
  const asStream = {
    transform(chunk, encoding, callback) {
      this.update(chunk, encoding);
      callback();
    },
    flush(callback) {
      this.push(Buffer.from(result(gathered.get(this))));
      callback();
    },
  };
  const prototypeOf = (methods) => Object.assign(Object.create(behind(
    () => part('stream').streams.Transform,
    (self) => gathered.has(self),
    (self, Transform) => Reflect.apply(Transform, self, [{ ...gathered.get(self)?.options, ...asStream }]),
  )), methods);
  const update = function update(data, encoding = undefined) {
    const state = gathered.get(this);
    if (state.isOver) throw over();
    state.parts.push(bytesOf(data, encoding, 'data'));
    return this;
  };
  const result = ({ digest: [name], parts, outer }) => {
    const inner = digest(name, Buffer.concat(parts));
    return outer === undefined ? inner : digest(name, Buffer.concat([outer, inner]));
  };

  function Hash(algorithm, options) {
    if (!(this instanceof Hash)) return new Hash(algorithm, options);
    const found = digestOf(text(algorithm, 'algorithm'));
    if (found === undefined) {
      throw new Error(native.bounded(`Digest method not supported: there is no '${algorithm}' in programs, only ${known}`));
    }
    if (options?.outputLength !== undefined && integer(options.outputLength, 'options.outputLength', 0) !== found[1]) {
      throw coded(new Error(`Unsupported output length: ${algorithm} has ${found[1]} bytes`), 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH');
    }
    gathered.set(this, { digest: found, algorithm, options, parts: [], isOver: false });
    return undefined;
  }
  Hash.prototype = prototypeOf({
    update,
    digest(encoding = undefined) {
      const state = gathered.get(this);
      if (state.isOver) throw over();
      state.isOver = true;
      return encoded(Buffer.from(result(state)), encoding);
    },
    copy(options = undefined) {
      const state = gathered.get(this);
      if (state.isOver) throw over();
      const made = new Hash(state.algorithm, options);
      gathered.get(made).parts.push(...state.parts);
      return made;
    },
  });

  const OF_KEY = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey';
  function Hmac(hmac, key, options) {
    if (!(this instanceof Hmac)) return new Hmac(hmac, key, options);
    const found = digestOf(text(hmac, 'hmac'));
    const isBytes = ArrayBuffer.isView(key) || key instanceof ArrayBuffer;
    if (typeof key !== 'string' && !isBytes) throw wrongType('key', OF_KEY, key);
    if (found === undefined) throw coded(new TypeError(`Invalid digest: ${hmac}; there are ${known}`), 'ERR_CRYPTO_INVALID_DIGEST');
    const [name, , block] = found;
    const given = isBytes ? viewed(key) : Buffer.from(key, options?.encoding);
    const padded = Buffer.alloc(block);
    padded.set(given.length > block ? digest(name, given) : given);
    const masked = (mask) => Buffer.from(padded.map((byte) => byte ^ mask));
    gathered.set(this, { digest: found, options, parts: [masked(0x36)], outer: masked(0x5c), isOver: false });
    return undefined;
  }
  Hmac.prototype = prototypeOf({
    update,
    digest(encoding = undefined) {
      const state = gathered.get(this);
      if (state.isOver) return encoded(Buffer.alloc(0), encoding);
      state.isOver = true;
      return encoded(Buffer.from(result(state)), encoding);
    },
  });
  for (const Class of [Hash, Hmac]) hide(Class.prototype, 'constructor', Class);

  const hash = (algorithm, input, options = 'hex') => {
    text(algorithm, 'algorithm');
    if (typeof input !== 'string' && !ArrayBuffer.isView(input)) throw wrongType('input', OF_DATA, input);
    const encoding = typeof options === 'string' ? options : options.outputEncoding ?? 'hex';
    if (encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw wrongValue('outputEncoding', encoding);
    const found = digestOf(algorithm);
    if (found === undefined) throw new Error(`Digest method ${algorithm} is not supported; there are ${known}`);
    return encoded(Buffer.from(digest(found[0], bytesOf(input, 'utf8', 'input'))), encoding);
  };

  // What is given to a callback, if there is one, behind the error that there is not.
  const given = (value, callback, none) => {
    if (callback === undefined) return value;
    native.nextTick(callable(callback, 'callback'), none, value);
    return undefined;
  };
  const RANDOM_MAX = 0x7fffffff;
  // `getRandomValues` fills so many bytes at most.
  const RANDOM_AT_ONCE = 65536;
  const fill = (bytes) => {
    for (let at = 0; at < bytes.length; at += RANDOM_AT_ONCE) crypto.getRandomValues(bytes.subarray(at, at + RANDOM_AT_ONCE));
  };
  const randomBytes = (size, callback = undefined) => {
    number(size, 'size', 0, RANDOM_MAX);
    if (callback !== undefined) callable(callback, 'callback');
    const made = Buffer.alloc(size);
    fill(made);
    return given(made, callback, null);
  };
  const randomFillSync = (buf, offset = 0, size = undefined) => {
    if (!ArrayBuffer.isView(buf) && !(buf instanceof ArrayBuffer)) throw wrongType('buf', 'an instance of ArrayBuffer or ArrayBufferView', buf);
    const unit = buf.BYTES_PER_ELEMENT ?? 1, bytes = viewed(buf);
    const from = number(offset, 'offset', 0, bytes.length / unit) * unit;
    const count = size === undefined ? bytes.length - from : number(size, 'size', 0, RANDOM_MAX) * unit;
    if (from + count > bytes.length) throw outOfRange('size + offset', `<= ${bytes.length}`, from + count);
    fill(bytes.subarray(from, from + count));
    return buf;
  };
  const randomFill = (buf, ...rest) => {
    const callback = callable(rest.pop(), 'callback');
    given(randomFillSync(buf, ...rest), callback, null);
  };
  const randomInt = (...args) => {
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
    const [least, end] = args.length < 2 ? [0, args[0]] : args;
    integer(least, 'min');
    integer(end, 'max');
    if (end <= least) throw outOfRange('max', `greater than the value of "min" (${least})`, end);
    return given(least + Math.floor(Math.random() * (end - least)), callback, undefined);
  };
  const timingSafeEqual = (buf1, buf2) => {
    for (const [name, value] of [['buf1', buf1], ['buf2', buf2]]) {
      if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) throw wrongType(name, 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', value);
    }
    const [one, other] = [viewed(buf1), viewed(buf2)];
    if (one.length !== other.length) throw coded(new RangeError('Input buffers must have the same byte length'), 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH');
    let difference = 0;
    for (let at = 0; at < one.length; at++) difference |= one[at] ^ other[at];
    return difference === 0;
  };
  const { crypto } = globalThis;
  native.node.crypto = {
    webcrypto: crypto,
    subtle: crypto.subtle,
    randomUUID: () => crypto.randomUUID(),
    getRandomValues: (array) => crypto.getRandomValues(array),
    randomBytes, randomFill, randomFillSync, randomInt, timingSafeEqual, hash, Hash, Hmac,
    getHashes: () => Object.keys(DIGESTS),
    createHash: (algorithm, options) => new Hash(algorithm, options),
    createHmac: (hmac, key, options) => new Hmac(hmac, key, options),
  };
})
