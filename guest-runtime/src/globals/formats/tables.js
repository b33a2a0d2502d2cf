// `state.rows(path, options)`: the rows of a large table, read in pieces.
(function (state, native) {
  "use strict";
  const { readFileBytesSync, statSync } = state;
  const { asyncIterator, iterator } = Symbol;
  const { Promise, Error, Iterator } = globalThis;
  const call = Reflect.apply;
  const { resolve, reject } = Promise;
  const PIECE_BYTES = 65536;

  const sizeOf = (path) => {
    const found = statSync(path);
    // What is missing or no file gives the error of reading it.
    return found?.type === "file" ? found : readFileBytesSync(path);
  };

  function rows(path, options = undefined) {
    const reader = native.reader(path, options);
    const before = sizeOf(path);
    let at = 0;
    let isOver = false;
    let made = [];
    let next = 0;
    const step = () => {
      while (next === made.length) {
        if (isOver) return { value: undefined, done: true };
        const now = statSync(path);
        if (now?.size !== before.size || now.mtime.getTime() !== before.mtime.getTime()) {
          isOver = true;
          throw native.changed(path);
        }
        const piece = readFileBytesSync(path, { byteOffset: at, byteLength: PIECE_BYTES });
        at += piece.length;
        isOver = at >= before.size;
        next = 0;
        try {
          made = native.read(reader, piece, isOver);
        } catch (error) {
          made = [];
          isOver = true;
          throw error;
        }
      }
      const value = made[next];
      made[next++] = undefined;
      return { value, done: false };
    };
    const stop = (value) => {
      made = [];
      next = 0;
      isOver = true;
      return { value, done: true };
    };
    const inTurn = {
      next() {
        try {
          return call(resolve, Promise, [step()]);
        } catch (error) {
          return call(reject, Promise, [error]);
        }
      },
      return(value) {
        return call(resolve, Promise, [stop(value)]);
      },
      [asyncIterator]() {
        return this;
      },
    };
    return {
      __proto__: Iterator.prototype,
      next: step,
      return: stop,
      [iterator]() {
        return this;
      },
      [asyncIterator]() {
        return inTurn;
      },
    };
  }
  return rows;
});
