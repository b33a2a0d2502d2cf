//! about = "A run that refuses code from text lets libraries find the global object in several ways, and runs no other text"
//! [options]
//! no_code_from_text = true

() => {
  const told = (f) => { try { return f(); } catch (error) { return error.name; } };
  return {
    names: [self === globalThis, global === globalThis, typeof window, typeof TypedArray],
    texts: ['return this', ' return this; ', '"use strict"; return globalThis', "'use strict';return(this)", 'return self;'].map((text) => told(() => Function(text)() === globalThis)),
    strict: told(() => Function('"use strict"; return this')()),
    indirect: told(() => (0, eval)('this') === globalThis),
    refused: ['return 1', '', 'return this.x', 'return this, 1', 'this;1', 'returnthis', 'return process'].map((text) => told(() => new Function(text)())),
    parameters: told(() => Function('a', 'return this')()),
    direct: told(() => eval('this')),
    others: [async () => {}, function* () {}, async function* () {}].map((f) => told(() => f.constructor(''))),
    message: (() => { try { eval('1'); } catch (error) { return error.message; } })(),
  };
}
//= result: {
//=   names: [true, true, "undefined", "undefined"],
//=   texts: [true, true, true, false, true],
//=   strict: undefined,
//=   indirect: true,
//=   refused: [
//=     "EvalError",
//=     "EvalError",
//=     "EvalError",
//=     "EvalError",
//=     "EvalError",
//=     "EvalError",
//=     "EvalError",
//=   ],
//=   parameters: "EvalError",
//=   direct: "EvalError",
//=   others: ["EvalError", "EvalError", "EvalError"],
//=   message: "code cannot be made from text here: write the code directly",
//= }
