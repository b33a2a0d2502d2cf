(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  const LONG = 1000;
  const coded = (error, code) => {
    if (error.message.length > LONG) error.message = native.bounded(error.message);
    error.code = code;
    return error;
  };

  const viewed = (value) =>
    value instanceof Uint8Array ? value
      : ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
        : new Uint8Array(value);

  // What a message of Node's says of a value that was given.
  const received = (value) => {
    switch (typeof value) {
      case 'undefined': return 'undefined';
      case 'function': return `function ${value.name}`;
      case 'bigint': return `type bigint (${value}n)`;
      case 'string': {
        const short = value.length > 28 ? `${value.slice(0, 25)}...` : value;
        return `type string (${short.includes("'") ? JSON.stringify(short) : `'${short}'`})`;
      }
      case 'object':
        if (value === null) return 'null';
        if (value.constructor && 'name' in value.constructor) return `an instance of ${value.constructor.name}`;
        return native.inspected(value, -1);
      default: return `type ${typeof value} (${Object.is(value, -0) ? '-0' : String(value)})`;
    }
  };
  const partOf = (name) => (name.includes('.') ? 'property' : 'argument');
  // `name` is that of an argument, or of a member with a dot; `kinds` are as in "of type string".
  const wrongType = (name, kinds, value) => {
    const what = name.endsWith(' argument') ? name : `"${name}" ${partOf(name)}`;
    return coded(new TypeError(`The ${what} must be ${kinds}. Received ${received(value)}`), 'ERR_INVALID_ARG_TYPE');
  };
  const wrongValue = (name, value, reason = 'is invalid') => {
    const shown = native.inspected(value);
    const short = shown.length > 128 ? `${shown.slice(0, 128)}...` : shown;
    return coded(new TypeError(`The ${partOf(name)} '${name}' ${reason}. Received ${short}`), 'ERR_INVALID_ARG_VALUE');
  };
  const grouped = (digits) => {
    let text = '';
    let end = digits.length;
    const start = digits.startsWith('-') ? 1 : 0;
    for (; end >= start + 4; end -= 3) text = `_${digits.slice(end - 3, end)}${text}`;
    return digits.slice(0, end) + text;
  };
  const shownNumber = (value) => {
    if (typeof value === 'bigint') return `${value > 2n ** 32n || value < -(2n ** 32n) ? grouped(`${value}`) : value}n`;
    return Number.isInteger(value) && Math.abs(value) > 2 ** 32 ? grouped(`${value}`) : native.inspected(value);
  };
  const outOfRange = (name, range, value) =>
    coded(new RangeError(`The value of "${name}" is out of range. It must be ${range}. Received ${shownNumber(value)}`), 'ERR_OUT_OF_RANGE');

  // Checks of arguments, which give what they are given.
  const text = (value, name) => {
    if (typeof value !== 'string') throw wrongType(name, 'of type string', value);
    return value;
  };
  const number = (value, name, least = undefined, most = undefined) => {
    if (typeof value !== 'number') throw wrongType(name, 'of type number', value);
    const isBounded = least !== undefined || most !== undefined;
    if (value < least || value > most || (isBounded && Number.isNaN(value))) {
      const bounds = [least === undefined ? [] : `>= ${least}`, most === undefined ? [] : `<= ${most}`];
      throw outOfRange(name, bounds.flat().join(' && '), value);
    }
    return value;
  };
  const integer = (value, name, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) => {
    if (typeof value !== 'number') throw wrongType(name, 'of type number', value);
    if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
    if (value < least || value > most) throw outOfRange(name, `>= ${least} && <= ${most}`, value);
    return value;
  };
  const boolean = (value, name) => {
    if (typeof value !== 'boolean') throw wrongType(name, 'of type boolean', value);
    return value;
  };
  const object = (value, name) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrongType(name, 'of type object', value);
    return value;
  };
  const callable = (value, name) => {
    if (typeof value !== 'function') throw wrongType(name, 'of type function', value);
    return value;
  };
  const abortSignal = (value, name) => {
    if (value !== undefined && (value === null || typeof value !== 'object' || !('aborted' in value))) {
      throw wrongType(name, 'an instance of AbortSignal', value);
    }
    return value;
  };
  const aborted = (signal) => {
    const error = coded(new Error('The operation was aborted', { cause: signal.reason }), 'ABORT_ERR');
    error.name = 'AbortError';
    return error;
  };

  // An error of a coder (`compression.rs`), which begins with its code, as one of a class.
  const coderError = (error, Fault = Error) => {
    const text = `${error?.message}`;
    const end = text.indexOf(' ');
    const [code, errno] = text.slice(0, end).split(':');
    const reason = text.slice(end + 1);
    if (!['Z_', 'ERR_', 'ZSTD_'].some((start) => code.startsWith(start))) return error;
    if (code !== 'ERR_BUFFER_TOO_LARGE') {
      const made = new Fault(reason);
      if (errno !== undefined) made.errno = Number(errno);
      return coded(made, code);
    }
    return coded(new RangeError(`Cannot create a Buffer larger than ${reason} bytes`), code);
  };

  // What a program first asks for is made then. It gives what all parts have made.
  const made = {};
  const part = (name) => {
    if (!made[name]) {
      made[name] = true;
      native.load(name, native);
    }
    return native.node;
  };

  // What objects inherit from that are streams only once they are treated as such: `begin(self, Class)`
  // makes one of an object that `isOne` is true of. What is asked for of any object makes none.
  const OF_ANY_OBJECT = ['constructor', 'then', 'toJSON', 'inspect', 'nodeType'];
  const behind = (classOf, isOne, begin) => {
    const begun = new WeakSet();
    return new Proxy(Object.create(null), {
      get(_, key, self) {
        const isOfAny = typeof key === 'symbol' ? key !== Symbol.asyncIterator : OF_ANY_OBJECT.includes(key);
        if (isOfAny && !begun.has(self)) return Reflect.get(Object.prototype, key, self);
        const Class = classOf();
        if (!begun.has(self) && isOne(self)) {
          begun.add(self);
          begin(self, Class);
        }
        return Reflect.get(Class.prototype, key, self);
      },
      has: (_, key) => Reflect.has(classOf().prototype, key),
      getPrototypeOf: () => classOf().prototype,
    });
  };

  native.node = { part, hide, behind, coded, coderError, viewed, received, wrongType, wrongValue, outOfRange, text, number, integer, boolean, object, callable, abortSignal, aborted };
})
