//! about = "Direct eval has the scope of its call, any other the global one; an error has its place in the text and that of the call"

async () => {
  const told = (f) => { try { return f(); } catch (error) { return `${error.name}: ${error.message}`; } };
  const outer = "outer";
  function direct() { let local = 1; eval("var added = local + 1; local = 5"); return [local, added, outer, typeof globalThis.added]; }
  function each(text) { eval(text); return outer; }
  const stack = told(() => { try { eval("\n  null.x"); } catch (error) { return error.stack.split("\n").slice(0, 3); } });
  return {
    direct: direct(),
    each: [each("var outer = 'inner'"), each("")],
    indirect: [(0, eval)("typeof outer"), (0, eval)("this") === globalThis],
    strict: told(() => { "use strict"; eval("var added = 1"); return typeof added; }),
    arguments: (function () { return eval("this.k + arguments[0]"); }).call({ k: 1 }, 2),
    state: await eval("state.exists('/')"),
    syntax: told(() => eval("1 +\n )")),
    stack,
    endless: told(() => { const again = () => eval("again()"); return again(); }),
  };
}
//= result: {
//=   direct: [5, 2, "outer", "undefined"],
//=   each: ["inner", "outer"],
//=   indirect: ["undefined", true],
//=   strict: "undefined",
//=   arguments: 3,
//=   state: true,
//=   syntax: "SyntaxError: Unexpected token ')': primary expression (line 2, column 2 of the text)",
//=   stack: [
//=     "TypeError: Cannot read properties of null (reading 'x')",
//=     "    at eval (<anonymous>:2:8)",
//=     "    at main.js:8:36",
//=   ],
//=   endless: "RangeError: Maximum call stack size exceeded",
//= }
