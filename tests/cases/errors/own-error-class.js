async () => {
  class Failure extends Error {
    constructor(message, options) {
      super(message, options);
      this.name = new.target.name;
    }
  }
  class Invalid extends Failure {
    constructor(field) {
      const inner = new Error("inner");
      super(`${field} is not valid`, { cause: inner });
      this.field = field;
    }
  }
  class Plain extends TypeError {}
  class Other extends Failure {
    constructor() {
      super("other");
      throw new Plain("while making another");
    }
  }
  class Broken extends Failure {
    constructor() {
      super(missing.message);
    }
  }
  class NoError extends Map {
    constructor() {
      super([1]);
    }
  }
  const at = (make) => {
    try {
      throw make();
    } catch (error) {
      return [String(error), error.stack.split("\n").slice(1, 3).map((line) => line.trim())];
    }
  };
  console.log([
    () => new Failure("x"),
    () => new Invalid("age"),
    () => new Invalid("age").cause,
    () => new Plain("y"),
    () => new Other(),
    () => new Broken(),
    () => new NoError(),
    () => Reflect.construct(Error, ["z"], Failure),
    () => new (class extends AggregateError {})([1], "all"),
  ].map(at));
  const check = (age) => {
    if (age < 0) {
      throw new Invalid("age");
    }
  };
  check(-1);
}
//= throws: Invalid
//= message: age is not valid
//= cause: Error: inner
//= at: 52:13
//= console.log: "[\n  [ 'Failure: x', [ 'at main.js:40:11', 'at at (main.js:34:13)' ] ],\n  [\n    'Invalid: age is not valid',\n    [ 'at main.js:41:11', 'at at (main.js:34:13)' ]\n  ],\n  [\n    'Error: inner',\n    [ 'at Invalid (main.js:10:21)', 'at main.js:42:11' ]\n  ],\n  [ 'TypeError: y', [ 'at main.js:43:11', 'at at (main.js:34:13)' ] ],\n  [\n    'TypeError: while making another',\n    [ 'at Other (main.js:19:13)', 'at main.js:44:11' ]\n  ],\n  [\n    'ReferenceError: missing is not defined',\n    [ 'at Broken (main.js:24:13)', 'at main.js:45:11' ]\n  ],\n  [\n    'TypeError: Iterator value is not an entry object: each item has to be a pair [key, value]',\n    [ 'at NoError (main.js:29:7)', 'at main.js:46:11' ]\n  ],\n  [ 'Error: z', [ 'at main.js:47:19', 'at at (main.js:34:13)' ] ],\n  [\n    'AggregateError: all',\n    [ 'at main.js:48:11', 'at at (main.js:34:13)' ]\n  ]\n]"
