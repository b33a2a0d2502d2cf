//! about = "Functions from text run in the global scope, and show the text that they are made of"

async () => {
  const told = (f) => { try { return f(); } catch (error) { return `${error.name}: ${error.message}`; } };
  const local = 1;
  const AsyncFunction = (async () => {}).constructor;
  const GeneratorFunction = (function* () {}).constructor;
  const AsyncGeneratorFunction = (async function* () {}).constructor;
  const seen = [];
  for await (const one of new AsyncGeneratorFunction("n", "yield n; yield await Promise.resolve(n + 1)")(1)) seen.push(one);
  return {
    calls: [new Function("a", "b", "return a + b")(1, 2), Function("return typeof local")(), new Function("return this")() === globalThis],
    text: String(new Function("a", "b", "return a")),
    async: await new AsyncFunction("path", "return state.exists(path)")("/"),
    generator: [...new GeneratorFunction("n", "yield n; yield n * 2")(2)],
    seen,
    refused: [["return ("], ["a b", "return 1"], ["/*", "*/) {"], ["}) + (function () {"]].map((parts) => told(() => new Function(...parts))),
  };
}
//= result: {
//=   calls: [3, "undefined", true],
//=   text: "function anonymous(a,b\n) {\nreturn a\n}",
//=   async: true,
//=   generator: [2, 4],
//=   seen: [1, 2],
//=   refused: [
//=     "SyntaxError: Unexpected token '}': primary expression (line 1, column 9 of the text)",
//=     "SyntaxError: Unexpected token 'b', expected ',' (in the parameters)",
//=     "SyntaxError: Arg string terminates parameters early",
//=     "SyntaxError: Unexpected token '}'",
//=   ],
//= }
