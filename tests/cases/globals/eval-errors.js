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
