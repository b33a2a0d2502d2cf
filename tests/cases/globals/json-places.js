() => {
  const told = (text) => { try { return JSON.parse(text); } catch (error) { return `${error.name}: ${error.message}`; } };
  return ['{"a":1,}', '{\n  "a": 1,\n  b: 2\n}', '[1,\r\n2\r\n3]', '[1,\r2\r3]', '{"a"\n\n\n1}', '[01]', '"a\nb"', '\n\n"\\x"', '[1]\n]', '{"ä": "\u{1F600}" x}', '-', '[-x]', '{', '[1', 'x', '{"a":1,"b" 2}', '{"a":1,"b"x}', '{"a":1,"b"'].map(told);
}
