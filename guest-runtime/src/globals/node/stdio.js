(function (native) {
  'use strict';
  // `process.stdout` and `process.stderr`, which write to the log, and `process.stdin`.
  const { part, coded, hide, wrongType, viewed, behind } = native.node;
  const bytesOf = (chunk, encoding) => {
    const { Buffer } = part('buffers');
    return typeof chunk === 'string' ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : Buffer.from(viewed(chunk));
  };
  // Text goes out at once, bytes by way of a decoder: a chunk may end within a character.
  const sender = (isOfErrors) => {
    let decoder;
    return (chunk, encoding) => {
      if (typeof chunk === 'string' && (typeof encoding !== 'string' || encoding === 'utf8' || encoding === 'utf-8')) {
        native.writeText(isOfErrors, chunk);
        return;
      }
      decoder ??= new (part('strings').StringDecoder)('utf8');
      native.writeText(isOfErrors, decoder.write(bytesOf(chunk, encoding)));
    };
  };
  const output = (isOfErrors) => {
    const send = sender(isOfErrors);
    const begin = (self, Writable) => {
      Reflect.apply(Writable, self, [{
        decodeStrings: false,
        emitClose: false,
        write(chunk, encoding, callback) {
          send(chunk, encoding === 'buffer' ? undefined : encoding);
          callback();
        },
        // It stays open, whatever has ended.
        destroy(error, callback) { callback(error); },
      }]);
      delete self.write;
    };
    const stream = Object.create(behind(() => part('stream').streams.Writable, (self) => self === stream, begin));
    Object.assign(stream, { fd: isOfErrors ? 2 : 1, isTTY: false, _isStdio: true, _type: 'pipe' });
    // What most programs do needs no stream.
    hide(stream, 'write', (chunk, encoding = undefined, callback = undefined) => {
      if (chunk === null) throw coded(new TypeError('May not write null values to stream'), 'ERR_STREAM_NULL_VALUES');
      if (typeof chunk !== 'string' && !ArrayBuffer.isView(chunk)) {
        throw wrongType('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', chunk);
      }
      send(chunk, encoding);
      const done = typeof encoding === 'function' ? encoding : callback;
      if (typeof done === 'function') native.nextTick(done, null);
      return true;
    });
    return stream;
  };
  const NO_INPUT = 'programs have no standard input: what the run was given is the global `input`, e.g. async (input) => { … }';
  const PIECE_BYTES = 65536;
  const input = () => {
    const { Readable } = part('stream').streams;
    if (native.commandLine() !== undefined) {
      const { Buffer } = part('buffers');
      const { readInput } = part('fs/descriptors').descriptors;
      const { setTimeout: later } = globalThis;
      const given = new Readable({
        // The program stands still while it waits for input: first it does all that it can do without.
        read(size) {
          later(() => {
            const bytes = readInput(Math.max(size, PIECE_BYTES));
            this.push(bytes.length > 0 ? Buffer.from(bytes) : null);
          }, 0);
        },
      });
      return Object.assign(given, { fd: 0, isTTY: false });
    }
    const stream = new Readable({ read() { this.destroy(coded(new Error(NO_INPUT), 'ERR_NO_STDIN')); } });
    return Object.assign(stream, { fd: 0, isTTY: false, setRawMode() { throw coded(new Error(NO_INPUT), 'ERR_NO_STDIN'); } });
  };
  native.node.stdio = { stdout: output(false), stderr: output(true), input };
})
