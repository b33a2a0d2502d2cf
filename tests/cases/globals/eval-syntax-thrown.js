//! about = "Text that is no code, and nothing catches it: the place in the text, and the call"

async () => {
  const text = "let a = 1;\nlet b = = 2;";
  return new Function(text);
}
//= throws: SyntaxError
//= message: Unexpected token '=': primary expression (line 2, column 9 of the text)
//= at: 5:10
