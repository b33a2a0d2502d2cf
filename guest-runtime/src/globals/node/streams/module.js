(function (native) {
  'use strict';
  // The module `stream`.
  const { hide, wrongType, wrongValue, number, streams } = native.node;
  const { Stream, Readable, Writable, Duplex, Transform, PassThrough, promises, finished, pipeline, defaults } = streams;
  const promised = Symbol.for('nodejs.util.promisify.custom');
  for (const [task, waited] of [[finished, promises.finished], [pipeline, promises.pipeline]]) {
    Object.defineProperty(task, promised, { get: () => waited, configurable: true });
  }
  Object.assign(Stream, {
    Readable, Writable, Duplex, Transform, PassThrough, finished, pipeline, promises, Stream,
    addAbortSignal(signal, stream) {
      streams.isSignal(signal, 'signal');
      if (!streams.isNode(stream)) throw wrongType('stream', 'an instance of ReadableStream, WritableStream, or Stream', stream);
      return streams.addSignal(signal, stream);
    },
    compose: streams.compose,
    destroy: streams.endBy,
    isReadable: streams.isReadable,
    isWritable: streams.isWritable,
    isErrored: streams.isErrored,
    isDisturbed: streams.isDisturbed,
    isDestroyed: streams.isDestroyed,
    getDefaultHighWaterMark: (isObjects) => (isObjects ? defaults.objects : defaults.bytes),
    setDefaultHighWaterMark(isObjects, value) {
      number(value, 'value');
      if (!Number.isInteger(value) || value < 0) throw wrongValue('value', value);
      defaults[isObjects ? 'objects' : 'bytes'] = value;
    },
  });
  hide(Stream, '_isArrayBufferView', ArrayBuffer.isView);
  hide(Stream, '_isUint8Array', (value) => value instanceof Uint8Array);
})
