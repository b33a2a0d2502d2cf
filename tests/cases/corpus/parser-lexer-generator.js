async () => {
  function* lex(source, rules) {
    const pattern = new RegExp(rules.map(([name, re]) => `(?<${name}>${re.source})`).join('|'), 'gy');
    let line = 1, start = 0;
    while (pattern.lastIndex < source.length) {
      const at = pattern.lastIndex;
      const match = pattern.exec(source);
      if (!match) throw new SyntaxError(`line ${line}, column ${at - start + 1}: unexpected ${JSON.stringify(source[at])}`);
      const [type] = Object.entries(match.groups).find(([, v]) => v !== undefined);
      if (type === 'newline') { line++; start = pattern.lastIndex; continue; }
      if (type !== 'space') yield { type, text: match[0], line, column: at - start + 1 };
    }
  }
  const rules = [['number', /\d+(?:\.\d+)?/], ['name', /[A-Za-z_]\w*/], ['op', /=>|[-+*\/=();]/], ['newline', /\n/], ['space', /[ \t]+/]];
  const tokens = [...lex('let x = 3.5;\nf(x) => x * 2', rules)];
  let error;
  try { [...lex('a\n  @', rules)]; } catch (e) { error = e.message; }
  return { tokens: tokens.map((t) => `${t.type}:${t.text}@${t.line}:${t.column}`), error };
}

//= result: {
//=   tokens: [
//=     "name:let@1:1",
//=     "name:x@1:5",
//=     "op:=@1:7",
//=     "number:3.5@1:9",
//=     "op:;@1:12",
//=     "name:f@2:1",
//=     "op:(@2:2",
//=     "name:x@2:3",
//=     "op:)@2:4",
//=     "op:=>@2:6",
//=     "name:x@2:9",
//=     "op:*@2:11",
//=     "number:2@2:13",
//=   ],
//=   error: "line 2, column 3: unexpected \"@\"",
//= }
