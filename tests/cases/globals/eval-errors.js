//! about = "An error of text has its place in the text, behind it that of the call; one that nothing catches names the call"

async () => {
  const told = (f) => { try { return f(); } catch (error) { return [`${error.name}: ${error.message}`, ...error.stack.split("\n").slice(1, 4)]; } };
  const double = new Function("n", "\n  return n.missing\n    .twice");
  return {
    syntax: told(() => eval("let a = 1;\nlet b = = 2;")),
    parameters: told(() => new Function("a,, b", "return a")),
    unclosed: told(() => (0, eval)("function f() {\n  if (true) {\n")),
    inFunction: told(() => double({})),
    nested: told(() => eval("1;\n eval('\\n\\n  throw new RangeError(\"inner\")')")),
    deep: told(() => eval("(".repeat(100_000))),
    long: told(() => new Function("return [" + "[".repeat(5_000) + "]".repeat(5_000) + "]")).slice(0, 1),
    recursion: told(() => { const f = new Function("g", "g(g)"); f(f); }).slice(0, 1),
    const: told(() => eval("const c = 1;\nc = 2")),
    tdz: told(() => eval("\n\nx; let x = 1")),
  };
}
//= result: {
//=   syntax: [
//=     "SyntaxError: Unexpected token '=': primary expression (line 2, column 9 of the text)",
//=     "    at main.js:7:24",
//=     "    at told (main.js:4:38)",
//=     "    at main.js:7:13",
//=   ],
//=   parameters: [
//=     "SyntaxError: Unexpected token ',', expected 'identifier' (in the parameters)",
//=     "    at main.js:8:28",
//=     "    at told (main.js:4:38)",
//=     "    at main.js:8:17",
//=   ],
//=   unclosed: [
//=     "SyntaxError: Unexpected end of input: a bracket, quote or block is not closed (line 2, column 14 of the text)",
//=     "    at main.js:9:35",
//=     "    at told (main.js:4:38)",
//=     "    at main.js:9:15",
//=   ],
//=   inFunction: [
//=     "TypeError: Cannot read properties of undefined (reading 'twice')",
//=     "    at anonymous (<anonymous>:5:6)",
//=     "    at main.js:10:28",
//=     "    at told (main.js:4:38)",
//=   ],
//=   nested: [
//=     "RangeError: inner",
//=     "    at eval (<anonymous>:3:9)",
//=     "    at eval (<anonymous>:2:6)",
//=     "    at main.js:11:24",
//=   ],
//=   deep: [
//=     "SyntaxError: brackets or operators are nested deeper than 300 levels (line 1, column 301 of the text)",
//=     "    at main.js:12:22",
//=     "    at told (main.js:4:38)",
//=     "    at main.js:12:11",
//=   ],
//=   long: [
//=     "SyntaxError: brackets or operators are nested deeper than 300 levels (line 1, column 308 of the text)",
//=   ],
//=   recursion: ["RangeError: Maximum call stack size exceeded"],
//=   const: [
//=     "TypeError: Assignment to constant variable.",
//=     "    at eval (<anonymous>:2:1)",
//=     "    at main.js:15:23",
//=     "    at told (main.js:4:38)",
//=   ],
//=   tdz: [
//=     "ReferenceError: Cannot access 'x' before initialization",
//=     "    at eval (<anonymous>:3:1)",
//=     "    at main.js:16:21",
//=     "    at told (main.js:4:38)",
//=   ],
//= }
