function work() {
  using second = { [Symbol.dispose]() { throw new TypeError('second is busy'); } };
  using third = { [Symbol.dispose]() { throw 'third'; } };
  throw new Error('work failed');
}
work();
