(function (native) {
  'use strict';
  // Streams of bytes that are there as a whole, and the other way round: for `Blob`, and for the bodies of requests and
  // answers.
  const { nothing, none, need, ifOf, Readable, DefaultReader } = native.streams;
  const { createBytes } = need('byte');
  const streamOf = (bytes) => {
    const stream = createBytes(nothing, async () => {
      const { control } = stream;
      if (bytes.length > 0) control.enqueue(bytes.slice());
      control.close();
      if (control.places.length > 0) control.respond(0);
    }, none);
    return stream;
  };
  const bytesFrom = async (stream) => {
    const reader = new DefaultReader(stream), pieces = [];
    for (;;) {
      const piece = await new Promise((resolve, reject) => {
        reader.read({ chunk: (value) => resolve({ value }), close: () => resolve(undefined), error: reject });
      });
      if (piece === undefined) return native.concatBytes(pieces);
      if (!(piece.value instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk');
      pieces.push(piece.value);
    }
  };
  // What was read in another way: nobody can read it again.
  const spend = (stream) => {
    stream.isDisturbed = true;
    stream.close();
    new DefaultReader(stream);
  };
  const isTaken = (stream) => stream.isDisturbed || stream.reader !== undefined;
  const states = (faces) => faces.map((face) => ifOf(face, Readable));
  const copies = (stream) => states(stream.face.tee());
  // Takes a stream away from its owner, who is left with one that is locked.
  const taken = (stream) => states([need('pipe').pipeThrough(stream, new (need('transform').classes.TransformStream)())])[0];
  const from = (iterable) => states([native.streams.classes.ReadableStream.from(iterable)])[0];
  native.streams.bodies = { streamOf, bytesFrom, spend, isTaken, copies, taken, from };
})
