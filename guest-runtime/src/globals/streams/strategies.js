(function (native) {
  'use strict';
  const { coded } = native.node;
  const { publish, bind, of, object } = native.streams;

  class Strategy {
    constructor(init) {
      if (Array.isArray(init) || typeof init === 'function') throw native.node.wrongType('init', 'of type object', init);
      const { highWaterMark } = object(init, 'init');
      if (highWaterMark === undefined) throw coded(new TypeError('init.highWaterMark is required'), 'ERR_MISSING_OPTION');
      this.mark = +highWaterMark;
    }
  }
  // One function for all, so that it can be compared.
  const sizes = {
    ByteLengthQueuingStrategy: { size: (chunk) => chunk.byteLength }.size,
    CountQueuingStrategy: { size: () => 1 }.size,
  };
  class ByteLengthStrategy extends Strategy { static label = 'ByteLengthQueuingStrategy'; }
  class CountStrategy extends Strategy { static label = 'CountQueuingStrategy'; }
  class ByteLengthQueuingStrategy {
    constructor(init) { bind(this, new ByteLengthStrategy(init)); }
    get highWaterMark() { return of(this, ByteLengthStrategy).mark; }
    get size() { return of(this, ByteLengthStrategy) && sizes.ByteLengthQueuingStrategy; }
  }
  class CountQueuingStrategy {
    constructor(init) { bind(this, new CountStrategy(init)); }
    get highWaterMark() { return of(this, CountStrategy).mark; }
    get size() { return of(this, CountStrategy) && sizes.CountQueuingStrategy; }
  }
  for (const Class of [ByteLengthQueuingStrategy, CountQueuingStrategy]) publish(Class, ({ highWaterMark }) => ({ highWaterMark }));
})
