(function (native) {
  'use strict';
  const { nothing, react, pending, DefaultReader, createReadable, queueMicrotask } = native.streams;

  // What both branches of a tee have: the stream is cancelled when both are.
  class Tee {
    stream; reader; reading = false; branches = []; cancelled = [false, false]; reasons = [undefined, undefined]; ended = pending();
    constructor(stream) {
      this.stream = stream;
      this.reader = new DefaultReader(stream);
    }
    each(task) {
      for (const at of [0, 1]) if (!this.cancelled[at]) task(this.branches[at].control);
    }
    // A branch may still be read when both have ended but one.
    resolve() { if (!this.cancelled[0] || !this.cancelled[1]) this.ended.resolve(); }
    cancel(at, reason) {
      this.cancelled[at] = true;
      this.reasons[at] = reason;
      if (this.cancelled[1 - at]) this.ended.resolve(this.stream.cancel([...this.reasons]));
      return this.ended.promise;
    }
    watch() {
      const { reader } = this;
      react(reader.closed.promise, undefined, (error) => {
        if (reader !== this.reader) return;
        for (const { control } of this.branches) control.error(error);
        this.resolve();
      });
    }
    get faces() { return this.branches.map(({ face }) => face); }
  }
  const teeDefault = (stream) => {
    const tee = new Tee(stream);
    const pull = async () => {
      if (tee.reading) return;
      tee.reading = true;
      tee.reader.read({
        // A microtask later, so that an error of the stream comes first.
        chunk: (chunk) => queueMicrotask(() => {
          tee.reading = false;
          tee.each((control) => control.enqueue(chunk));
        }),
        // As in Node, after the microtasks.
        close: () => native.nextTick(() => {
          tee.reading = false;
          tee.each((control) => control.close());
          tee.resolve();
        }),
        error: () => { tee.reading = false; },
      });
    };
    for (const at of [0, 1]) tee.branches.push(createReadable(nothing, pull, (reason) => tee.cancel(at, reason)));
    tee.watch();
    return tee;
  };

  Object.assign(native.streams, { Tee, teeDefault });
})
