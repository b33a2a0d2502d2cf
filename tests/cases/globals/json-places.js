() => {
  const told = (text) => { try { return JSON.parse(text); } catch (error) { return `${error.name}: ${error.message}`; } };
  return ['{"a":1,}', '{\n  "a": 1,\n  b: 2\n}', '[1,\r\n2\r\n3]', '[1,\r2\r3]', '{"a"\n\n\n1}', '[01]', '"a\nb"', '\n\n"\\x"', '[1]\n]', '{"ä": "\u{1F600}" x}', '-', '[-x]', '{', '[1', 'x', '{"a":1,"b" 2}', '{"a":1,"b"x}', '{"a":1,"b"'].map(told);
}
//= result: [
//=   "SyntaxError: Expected double-quoted property name in JSON at position 7 (line 1 column 8)",
//=   "SyntaxError: Expected double-quoted property name in JSON at position 14 (line 3 column 3)",
//=   "SyntaxError: Expected ',' or ']' after array element in JSON at position 8 (line 3 column 1)",
//=   "SyntaxError: Expected ',' or ']' after array element in JSON at position 6 (line 3 column 1)",
//=   "SyntaxError: Expected ':' after property name in JSON at position 7 (line 4 column 1)",
//=   "SyntaxError: Unexpected number in JSON at position 2 (line 1 column 3)",
//=   "SyntaxError: Bad control character in string literal in JSON at position 2 (line 1 column 3)",
//=   "SyntaxError: Bad escaped character in JSON at position 4 (line 3 column 3)",
//=   "SyntaxError: Unexpected non-whitespace character after JSON at position 4 (line 2 column 1)",
//=   "SyntaxError: Expected ',' or '}' after property value in JSON at position 11 (line 1 column 12)",
//=   "SyntaxError: No number after minus sign in JSON at position 1 (line 1 column 2)",
//=   "SyntaxError: No number after minus sign in JSON at position 2 (line 1 column 3)",
//=   "SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2)",
//=   "SyntaxError: Expected ',' or ']' after array element in JSON at position 2 (line 1 column 3)",
//=   "SyntaxError: Unexpected token 'x', \"x\" is not valid JSON",
//=   "SyntaxError: Expected ':' after property name in JSON at position 11 (line 1 column 12)",
//=   "SyntaxError: Expected ':' after property name in JSON at position 10 (line 1 column 11)",
//=   "SyntaxError: Expected ':' after property name in JSON at position 10 (line 1 column 11)",
//= ]
