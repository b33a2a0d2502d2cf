(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  const globals = {};
  // As interfaces of the web are: what a class and its prototype have is enumerable.
  native.finish = (Class, name = Class.name) => {
    for (const holder of [Class, Class.prototype]) {
      for (const key of Object.getOwnPropertyNames(holder)) {
        if (key === 'constructor' || (holder === Class && (key === 'prototype' || key === 'name' || key === 'length'))) continue;
        const property = Object.getOwnPropertyDescriptor(holder, key);
        property.enumerable = true;
        Object.defineProperty(holder, key, property);
      }
    }
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return Class;
  };

  // Encoding.
  const coded = (error, code) => {
    error.code = code;
    return error;
  };
  globals.TextEncoder = class TextEncoder {
    #encoding = 'utf-8';
    get encoding() { return this.#encoding; }
    encode(text = '') { return native.encode(`${text}`); }
    encodeInto(text, target) { return native.encodeInto(text, target); }
  };
  globals.TextDecoder = class TextDecoder {
    #decoder;
    constructor(label = undefined, options = undefined) {
      if (options !== undefined && options !== null && typeof options !== 'object') {
        throw coded(new TypeError('The "options" argument must be of type object'), 'ERR_INVALID_ARG_TYPE');
      }
      const name = label === undefined ? 'utf-8' : `${label}`;
      this.#decoder = native.decoder(name, Boolean(options?.fatal), Boolean(options?.ignoreBOM));
      if (!this.#decoder) {
        throw coded(new RangeError(`The "${name}" encoding is not supported`), 'ERR_ENCODING_NOT_SUPPORTED');
      }
    }
    get encoding() { return native.decoderField(this.#decoder, 0); }
    get fatal() { return native.decoderField(this.#decoder, 1); }
    get ignoreBOM() { return native.decoderField(this.#decoder, 2); }
    decode(bytes = undefined, options = undefined) {
      return native.decode(this.#decoder, bytes, Boolean(options?.stream));
    }
  };
  // The engine escapes every slash of a pattern, also those that are escaped already.
  const source = Object.getOwnPropertyDescriptor(RegExp.prototype, 'source');
  const engineSource = source.get;
  source.get = { get source() {
    const text = Reflect.apply(engineSource, this, []);
    if (!text.includes('/')) return text;
    const original = text.replaceAll('\\/', '/');
    let out = '', inClass = false;
    for (let i = 0; i < original.length; i++) {
      const character = original[i];
      if (character === '\\') { out += character + (original[++i] ?? ''); continue; }
      if (character === '[') inClass = true;
      if (character === ']') inClass = false;
      out += character === '/' && !inClass ? '\\/' : character;
    }
    return out;
  } };
  source.get = Object.getOwnPropertyDescriptor(source.get, 'source').get;
  Object.defineProperty(RegExp.prototype, 'source', source);

  for (const name of Object.keys(globals)) hide(globalThis, name, native.finish(globals[name]));
})
