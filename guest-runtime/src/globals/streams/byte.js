(function (native) {
  'use strict';
  const { number, outOfRange, wrongType, wrongValue } = native.node;
  const {
    publish, bind, of, show, illegal, invalid, outOfValues, pending, promised, Queue, options, Readable, Reader, Control, create, tasksOf, given,
  } = native.streams;
  const { apply } = Reflect, { ArrayBuffer, Uint8Array } = globalThis, { isView } = ArrayBuffer;
  const { transfer, slice } = ArrayBuffer.prototype, { set } = Uint8Array.prototype;
  const moved = (buffer) => apply(transfer, buffer, []);
  const bytesOf = (buffer, offset, length) => new Uint8Array(buffer, offset, length);
  const copied = (buffer, offset, length) => apply(slice, buffer, [offset, offset + length]);

  const view = (value, name) => {
    if (!isView(value)) throw wrongType(name, 'an instance of Buffer, TypedArray, or DataView', value);
    return value;
  };

  // A place that a reader, or the stream for one, wants to have filled.
  // `isOrphan` says that its reader is gone.
  const placeOf = (buffer, offset, length, Class, elementSize, least) =>
    ({ buffer, whole: buffer.byteLength, offset, length, Class, elementSize, least, filled: 0, isOrphan: false });
  const viewOf = (place) => new place.Class(moved(place.buffer), place.offset, place.filled / place.elementSize);

  class ByteControl extends Control {
    static label = 'ReadableByteStreamController';
    places = new Queue(); request = null;
    get place() { return this.places.first?.value; }
    dropRequest() {
      if (this.request === null) return;
      this.request.control = undefined;
      this.request.view = null;
      this.request = null;
    }
    clear() {
      this.dropRequest();
      this.places.clear();
    }
    byobRequest() {
      if (this.request === null && this.places.length > 0) {
        const { buffer, offset, filled, length } = this.place;
        this.request = new ByobRequest(this, bytesOf(buffer, offset + filled, length - filled));
        show(this.request, ReadableStreamBYOBRequest);
      }
      return this.request;
    }
    error(error) {
      if (this.stream.state === 'readable') this.clear();
      super.error(error);
    }
    cancelSteps(reason) {
      this.clear();
      return super.cancelSteps(reason);
    }
    releaseSteps() {
      const { place } = this;
      if (place === undefined) return;
      place.isOrphan = true;
      this.places.clear();
      this.places.push(place);
    }
    pullSteps(request) {
      if (this.queue.total > 0) {
        this.fillRead(request);
        return;
      }
      if (this.pieceBytes !== undefined) {
        let buffer;
        try {
          buffer = new ArrayBuffer(this.pieceBytes);
        } catch (error) {
          request.error(error);
          return;
        }
        this.places.push(placeOf(buffer, 0, this.pieceBytes, Uint8Array, 1, 1));
      }
      this.stream.reader.requests.push(request);
      this.pullIfNeeded();
    }
    fillRead(request) {
      const { buffer, offset, length } = this.queue.first.value;
      this.queue.shift();
      this.drained();
      request.chunk(bytesOf(buffer, offset, length));
    }
    drained() {
      if (this.queue.total === 0 && this.isClosing) this.finish();
      else this.pullIfNeeded();
    }
    close() {
      if (!this.isOpen) return;
      if (this.queue.total > 0) {
        this.isClosing = true;
        return;
      }
      if (this.place !== undefined && this.place.filled % this.place.elementSize !== 0) {
        const error = invalid('Partial read');
        this.error(error);
        throw error;
      }
      this.finish();
    }
    commit(place) { this.stream.fulfill(viewOf(place), this.stream.state === 'closed'); }
    add(buffer, offset, length) { this.queue.push({ buffer, offset, length }, length); }
    addCopy(buffer, offset, length) {
      let copy;
      try {
        copy = copied(buffer, offset, length);
      } catch (error) {
        this.error(error);
        throw error;
      }
      this.add(copy, 0, length);
    }
    // What was filled for a reader that is gone is for the next one.
    adopt(place) {
      if (place.filled > 0) this.addCopy(place.buffer, place.offset, place.filled);
      this.places.shift();
    }
    enqueue({ buffer, byteOffset, byteLength }) {
      if (!this.isOpen) return;
      const { stream, place } = this, taken = moved(buffer);
      if (place !== undefined) {
        if (place.buffer.detached) throw invalid('Destination ArrayBuffer is detached');
        this.dropRequest();
        place.buffer = moved(place.buffer);
        if (place.isOrphan) this.adopt(place);
      }
      if (stream.reader === undefined) this.add(taken, byteOffset, byteLength);
      else if (stream.reader.isByob) {
        this.add(taken, byteOffset, byteLength);
        this.fillPlaces();
      } else {
        while (stream.waiting > 0 && this.queue.total > 0) this.fillRead(stream.reader.requests.shift());
        if (stream.waiting === 0) this.add(taken, byteOffset, byteLength);
        else {
          if (this.places.length > 0) this.places.shift();
          stream.fulfill(bytesOf(taken, byteOffset, byteLength), false);
        }
      }
      this.pullIfNeeded();
    }
    // Moves bytes of the queue to a place, and says whether that is enough.
    fill(place) {
      const { queue } = this, most = place.filled + Math.min(queue.total, place.length - place.filled);
      const aligned = most - most % place.elementSize, isEnough = aligned >= place.least;
      const end = isEnough ? aligned : most;
      while (place.filled < end) {
        const entry = queue.first.value, count = Math.min(end - place.filled, entry.length);
        apply(set, bytesOf(place.buffer), [bytesOf(entry.buffer, entry.offset, count), place.offset + place.filled]);
        place.filled += count;
        if (count === entry.length) queue.shift();
        else {
          entry.offset += count;
          queue.first.size = entry.length -= count;
          queue.total -= count;
        }
      }
      return isEnough;
    }
    // The places that can be filled now; they are given away when all are.
    fillPlaces(before = undefined) {
      const full = new Queue();
      if (before !== undefined) full.push(before);
      while (this.places.length > 0 && this.queue.total > 0) {
        if (this.fill(this.place)) full.push(this.places.shift());
      }
      full.drain((place) => this.commit(place));
    }
    readInto(given, least, request) {
      const { stream } = this, { byteOffset, byteLength, constructor: Class } = given, elementSize = given.BYTES_PER_ELEMENT ?? 1;
      let buffer;
      try {
        buffer = moved(given.buffer);
      } catch (error) {
        request.error(error);
        return;
      }
      const place = placeOf(buffer, byteOffset, byteLength, Class, elementSize, least * elementSize);
      if (this.places.length > 0) {
        this.places.push(place);
        stream.reader.requests.push(request);
        return;
      }
      if (stream.state === 'closed') {
        request.close(new Class(buffer, byteOffset, 0));
        return;
      }
      if (this.queue.total > 0) {
        if (this.fill(place)) {
          const full = viewOf(place);
          this.drained();
          request.chunk(full);
          return;
        }
        if (this.isClosing) {
          const error = invalid('ReadableStream closed');
          this.error(error);
          request.error(error);
          return;
        }
      }
      this.places.push(place);
      stream.reader.requests.push(request);
      this.pullIfNeeded();
    }
    respond(count, given) {
      const { place, stream: { state } } = this;
      if (state === 'closed' ? count !== 0 : !(count > 0)) throw wrongValue('bytesWritten', given);
      if (place.filled + count > place.length) throw outOfValues('bytesWritten', given);
      this.answer(place.buffer, count);
    }
    respondWith({ buffer, byteOffset, byteLength }, given) {
      const { place, stream: { state } } = this;
      if (state === 'closed' ? byteLength !== 0 : byteLength === 0) throw invalid(state === 'closed' ? 'View is not zero-length' : 'View is zero-length');
      if (place.offset + place.filled !== byteOffset || place.whole !== buffer.byteLength || place.filled + byteLength > place.length) {
        throw outOfValues('view', given);
      }
      this.answer(buffer, byteLength);
    }
    answer(buffer, count) {
      const { place } = this;
      place.buffer = moved(buffer);
      this.dropRequest();
      if (this.stream.state === 'closed') this.answerClosed(place);
      else this.answerOpen(place, count);
      this.pullIfNeeded();
    }
    answerClosed(place) {
      const { stream } = this, full = new Queue();
      if (place.isOrphan) this.places.shift();
      if (!stream.reader?.isByob) return;
      while (full.length < stream.waiting) full.push(this.places.shift());
      full.drain((one) => this.commit(one));
    }
    answerOpen(place, count) {
      place.filled += count;
      if (place.isOrphan) {
        this.adopt(place);
        this.fillPlaces();
        return;
      }
      if (place.filled < place.least) return;
      this.places.shift();
      const rest = place.filled % place.elementSize;
      if (rest > 0) this.addCopy(place.buffer, place.offset + place.filled - rest, rest);
      place.filled -= rest;
      this.fillPlaces(place);
    }
  }

  const begin = (stream, start, pullSource, cancelSource, mark, pieceBytes) => {
    new ByteControl(stream, { pullSource, cancelSource, mark, pieceBytes }).begin(ReadableByteStreamController, start);
    return stream;
  };
  const beginBytes = (stream, source, mark) => {
    const tasks = tasksOf(source), { autoAllocateChunkSize } = source;
    let pieceBytes;
    if (autoAllocateChunkSize !== undefined) {
      pieceBytes = Math.trunc(+autoAllocateChunkSize);
      if (!(pieceBytes > 0 && pieceBytes <= Number.MAX_SAFE_INTEGER)) throw wrongValue('source.autoAllocateChunkSize', autoAllocateChunkSize);
    }
    begin(stream, ...tasks, mark, pieceBytes);
  };
  const createBytes = (start, pull, cancel) => begin(create(), start, pull, cancel, 0, undefined);

  class ByobReader extends Reader {
    static label = 'ReadableStreamBYOBReader';
    isByob = true;
    constructor(stream) {
      if (!(stream.control instanceof ByteControl)) throw wrongValue('stream', stream.face, 'must be a byte stream');
      super(stream);
    }
    readInto(place, least, request) {
      const { stream } = this;
      stream.isDisturbed = true;
      if (stream.state === 'errored') request.error(stream.failure);
      else stream.control.readInto(place, least, request);
    }
  }
  class ByobRequest {
    static label = 'ReadableStreamBYOBRequest';
    face; control; view;
    constructor(control, place) {
      this.control = control;
      this.view = place;
    }
  }

  const leastOf = (min, place) => {
    if (min === undefined) return 1;
    number(min, 'options.min');
    if (!Number.isInteger(min)) throw wrongValue('options.min', min, 'must be an integer');
    if (min <= 0) throw wrongValue('options.min', min, 'must be greater than 0');
    const name = place.length === undefined ? 'byteLength' : 'length';
    if (min > place[name]) throw outOfRange('options.min', `<= view.${name}`, min);
    return min;
  };
  class ReadableStreamBYOBReader {
    constructor(stream) { bind(this, new ByobReader(given(stream, Readable, 'stream'))); }
    async read(place, settings = {}) {
      const reader = of(this, ByobReader);
      view(place, 'view');
      if (place.byteLength === 0 || place.buffer.byteLength === 0) throw invalid('View or Viewed ArrayBuffer is zero-length or detached');
      const least = leastOf(options(settings).min ?? undefined, place);
      if (reader.stream === undefined) throw invalid('The reader is not attached to a stream');
      const { promise, resolve, reject } = pending();
      reader.readInto(place, least, { chunk: (value) => resolve({ value, done: false }), close: (value) => resolve({ value, done: true }), error: reject });
      return promise;
    }
    releaseLock() { of(this, ByobReader).release(); }
    get closed() { return promised(() => of(this, ByobReader).closed.promise); }
    cancel(reason = undefined) { return promised(() => of(this, ByobReader).cancel(reason)); }
  }
  const awaited = (face) => {
    const request = of(face, ByobRequest);
    if (request.control === undefined) throw invalid('This BYOB request has been invalidated');
    return request;
  };
  const attached = (place) => {
    if (place.buffer.detached) throw invalid('Viewed ArrayBuffer is detached');
    return place;
  };
  class ReadableStreamBYOBRequest {
    constructor() { throw illegal(); }
    get view() { return of(this, ByobRequest).view; }
    respond(bytesWritten) {
      const request = awaited(this);
      attached(request.view);
      request.control.respond(Math.trunc(+bytesWritten), bytesWritten);
    }
    respondWithNewView(place) {
      const request = awaited(this);
      request.control.respondWith(attached(view(place, 'view')), place);
    }
  }
  const open = (face) => {
    const control = of(face, ByteControl);
    if (!control.isOpen) throw invalid(control.isClosing ? 'Controller is already closed' : 'ReadableStream is already closed');
    return control;
  };
  class ReadableByteStreamController {
    constructor() { throw illegal(); }
    get byobRequest() { return of(this, ByteControl).byobRequest()?.face ?? null; }
    get desiredSize() { return of(this, ByteControl).desiredSize; }
    close() { open(this).close(); }
    enqueue(chunk) {
      of(this, ByteControl);
      view(chunk, 'buffer');
      if (chunk.byteLength === 0 || chunk.buffer.byteLength === 0) throw invalid('chunk ArrayBuffer is zero-length or detached');
      open(this).enqueue(chunk);
    }
    error(error = undefined) { of(this, ByteControl).error(error); }
  }

  publish(ReadableStreamBYOBReader, (face) => {
    const { stream, requests, closed } = of(face, ByobReader);
    return { stream: stream?.face, readIntoRequests: requests.length, close: closed.promise };
  });
  publish(ReadableStreamBYOBRequest, (face) => ({ view: face.view, controller: of(face, ByobRequest).control?.face }));
  publish(ReadableByteStreamController, () => ({}));
  Object.assign(native.streams, { ByteControl, ByobReader, beginBytes, createBytes, copied });
})
