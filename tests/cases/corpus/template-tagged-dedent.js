async () => {
  const dedent = (strings, ...values) => {
    const text = String.raw({ raw: strings.map((s) => s.replace(/\r\n/g, '\n')) }, ...values);
    const lines = text.split('\n').slice(1, -1);
    const indent = Math.min(...lines.filter((l) => l.trim()).map((l) => l.match(/^ */)[0].length));
    return lines.map((l) => l.slice(indent)).join('\n');
  };
  const name = 'users';
  const sql = dedent`
    SELECT *
      FROM ${name}
     WHERE id = ${7}

    LIMIT 1
  `;
  const sql2 = (s, ...v) => ({ text: s.join('?'), values: v, raw: s.raw[0] });
  return { sql, query: sql2`a\n${1} b ${[2]}` };
}

//= result: {
//=   sql: "SELECT *\n  FROM users\n WHERE id = 7\n\nLIMIT 1",
//=   query: { text: "a\n? b ?", values: [1, [2]], raw: "a\\n" },
//= }
