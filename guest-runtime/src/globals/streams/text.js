(function (native) {
  'use strict';
  const { wrongType } = native.node;
  const { publish, bind, of, options, Wrapped, sides } = native.streams.need('transform');
  const { ArrayBuffer, TextEncoder, TextDecoder } = globalThis;

  class EncoderStream extends Wrapped { static label = 'TextEncoderStream'; }
  class DecoderStream extends Wrapped { static label = 'TextDecoderStream'; }

  class TextEncoderStream {
    constructor() {
      const encoder = new TextEncoder();
      // The first half of a pair, whose second half may come with the next chunk.
      let half = '';
      bind(this, new EncoderStream({
        transform(chunk, controller) {
          let text = half + `${chunk}`;
          const last = text.charCodeAt(text.length - 1);
          half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : '';
          if (half !== '') text = text.slice(0, -1);
          if (text !== '') controller.enqueue(encoder.encode(text));
        },
        flush(controller) { if (half !== '') controller.enqueue(encoder.encode(half)); },
      }));
    }
    get encoding() { return of(this, EncoderStream) && 'utf-8'; }
    get readable() { return of(this, EncoderStream).readable; }
    get writable() { return of(this, EncoderStream).writable; }
  }
  const bytes = (chunk) => {
    if (ArrayBuffer.isView(chunk) || (typeof chunk === 'object' && chunk !== null && native.bytesOf(chunk) !== undefined)) return chunk;
    throw wrongType('input', 'an instance of ArrayBuffer or ArrayBufferView', chunk);
  };
  class TextDecoderStream {
    constructor(encoding = 'utf-8', settings = {}) {
      const { fatal, ignoreBOM } = options(settings), decoder = new TextDecoder(encoding, { fatal, ignoreBOM });
      const give = (text, controller) => { if (text !== '') controller.enqueue(text); };
      bind(this, new DecoderStream({
        transform: (chunk, controller) => give(decoder.decode(bytes(chunk), { stream: true }), controller),
        // As in Node, the readable side ends at once.
        flush(controller) {
          give(decoder.decode(), controller);
          controller.terminate();
        },
      }, { encoding: decoder.encoding, fatal: decoder.fatal, ignoreBOM: decoder.ignoreBOM }));
    }
    get encoding() { return of(this, DecoderStream).encoding; }
    get fatal() { return of(this, DecoderStream).fatal; }
    get ignoreBOM() { return of(this, DecoderStream).ignoreBOM; }
    get readable() { return of(this, DecoderStream).readable; }
    get writable() { return of(this, DecoderStream).writable; }
  }

  publish(TextEncoderStream, (face) => ({ encoding: face.encoding, ...sides(face) }));
  publish(TextDecoderStream, (face) => ({ encoding: face.encoding, fatal: face.fatal, ignoreBOM: face.ignoreBOM, ...sides(face) }));
})
