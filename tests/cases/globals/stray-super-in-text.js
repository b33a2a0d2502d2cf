// Told at its place, whether the text is evaluated or becomes a function.
async () => {
  const said = [];
  const tell = (make) => {
    try {
      make();
      said.push("no error");
    } catch (error) {
      said.push(`${error.name}: ${error.message}`);
    }
  };
  tell(() => Function("super()"));
  tell(() => new Function("1;\nsuper.name"));
  tell(() => Function("a = super.name", "return a"));
  tell(() => eval("function f() {\n  return super.name;\n}"));
  tell(() => eval("super.name"));
  return said;
}

//= result: [
//=   "SyntaxError: 'super' keyword unexpected here (line 1, column 1 of the text)",
//=   "SyntaxError: 'super' keyword unexpected here (line 2, column 1 of the text)",
//=   "SyntaxError: 'super' keyword unexpected here (in the parameters)",
//=   "SyntaxError: 'super' keyword unexpected here (line 2, column 10 of the text)",
//=   "SyntaxError: 'super' keyword unexpected here",
//= ]
