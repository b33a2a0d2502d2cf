(function (native) {
  'use strict';
  const { coded, coderError, wrongType } = native.node;
  const { publish, bind, of, Wrapped, sides } = native.streams.need('transform');

  // The one place that knows how bytes are compressed: a handle is made for each stream, `push` gives what comes out of it
  // for what goes in.
  const LEVEL = 6;
  const CHUNK = 16384;
  const handles = {
    CompressionStream: (format) => native.deflater(format, LEVEL),
    DecompressionStream: (format) => native.inflater(format, undefined, true),
  };
  const formats = ['deflate', 'deflate-raw', 'gzip', 'brotli'];

  class CompressorStream extends Wrapped { static label = 'CompressionStream'; }
  class DecompressorStream extends Wrapped { static label = 'DecompressionStream'; }
  const transformer = (name, format) => {
    if (!formats.includes(`${format}`)) {
      throw coded(new TypeError(`Failed to construct '${name}': 1st argument '${format}' is not a valid enum value of type CompressionFormat.`), 'ERR_INVALID_ARG_VALUE');
    }
    if (name === 'CompressionStream' && `${format}` === 'brotli') {
      throw coded(new TypeError('CompressionStream: Brotli is only decompressed here: use gzip, deflate or deflate-raw'), 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM');
    }
    const handle = handles[name](`${format}`);
    const push = (bytes, isLast, controller) => {
      let out;
      try {
        out = native.push(handle, bytes, isLast ? 2 : 0);
      } catch (error) {
        throw coderError(error, TypeError);
      }
      for (let at = 0; at < out.length; at += CHUNK) controller.enqueue(out.slice(at, at + CHUNK));
    };
    return {
      // As in Node, text counts as UTF-8.
      transform(chunk, controller) {
        const bytes = typeof chunk === 'string' ? native.encode(chunk) : native.bytesOf(chunk);
        if (bytes === undefined) throw wrongType('chunk', 'of type string or an instance of Buffer, TypedArray, or DataView', chunk);
        push(bytes, false, controller);
      },
      flush: (controller) => push(new Uint8Array(0), true, controller),
    };
  };
  class CompressionStream {
    constructor(format) { bind(this, new CompressorStream(transformer('CompressionStream', format))); }
    get readable() { return of(this, CompressorStream).readable; }
    get writable() { return of(this, CompressorStream).writable; }
  }
  class DecompressionStream {
    constructor(format) { bind(this, new DecompressorStream(transformer('DecompressionStream', format))); }
    get readable() { return of(this, DecompressorStream).readable; }
    get writable() { return of(this, DecompressorStream).writable; }
  }
  publish(CompressionStream, sides);
  publish(DecompressionStream, sides);
})
