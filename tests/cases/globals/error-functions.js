async () => {
  class Invalid extends Error {
    constructor(message) {
      super(message);
      this.name = 'Invalid';
      Error.captureStackTrace(this, Invalid);
    }
  }
  const holder = { name: 'Holder', message: 'text' };
  const mark = () => Error.captureStackTrace(holder);
  mark();
  const told = (f) => { try { return f(); } catch (error) { return `${error.name}: ${error.message}`; } };
  return [
    new Invalid('x').stack, holder.stack, Object.keys(holder),
    Error.isError(new Invalid('y')), Error.isError({ name: 'Error', message: '' }), Error.isError(new DOMException()), Error.isError(),
    told(() => Error.captureStackTrace(5)),
    told(() => { Error.stackTraceLimit = 50; return Error.stackTraceLimit; }),
  ];
}
//= result: [
//=   "Invalid: x\n    at main.js:14:5",
//=   "Holder: text\n    at mark (main.js:10:28)\n    at main.js:11:3",
//=   ["name", "message"],
//=   true,
//=   false,
//=   true,
//=   false,
//=   "TypeError: Invalid argument: 5 is no object that could have a stack",
//=   50,
//= ]
