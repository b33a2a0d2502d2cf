(function (native) {
  'use strict';
  const { coded } = native.node;
  // What `setTimeout` and `setInterval` give.
  class Timeout {
    constructor() { throw coded(new TypeError('Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR'); }
    refresh() {
      native.refreshTimer(this);
      return this;
    }
    unref() {
      native.holdTimer(this, false);
      return this;
    }
    ref() {
      native.holdTimer(this, true);
      return this;
    }
    hasRef() { return native.timerHasRef(this); }
    close() {
      native.clearTimer(this);
      return this;
    }
    [Symbol.dispose]() { native.clearTimer(this); }
    [Symbol.toPrimitive]() { return native.timerId(this); }
  }
  // What `setImmediate` gives.
  class Immediate {
    constructor() { throw coded(new TypeError('Illegal constructor'), 'ERR_ILLEGAL_CONSTRUCTOR'); }
    ref() {
      native.holdTimer(this, true);
      return this;
    }
    unref() {
      native.holdTimer(this, false);
      return this;
    }
    hasRef() { return native.timerHasRef(this); }
    [Symbol.dispose]() { native.clearTimer(this); }
  }
  native.setTimerClasses(Timeout.prototype, Immediate.prototype);

  // As they are before a program gives the globals other values.
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis;
  native.node.clocks = { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval };
})
