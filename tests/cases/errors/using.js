function work() {
  using second = { [Symbol.dispose]() { throw new TypeError('second is busy'); } };
  using third = { [Symbol.dispose]() { throw 'third'; } };
  throw new Error('work failed');
}
work();
//= throws: SuppressedError
//= message: "An error was suppressed during disposal\n  - TypeError: second is busy\n  - 'third'\n  - Error: work failed"
//= at: 2:9
