//! about = "A table as text, with wrapped cells."

function wrap(text, width) {
  const lines = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line && (line + " " + word).length > width) { lines.push(line); line = word; }
    else line = line ? `${line} ${word}` : word;
  }
  if (line) lines.push(line);
  return lines;
}

function table(rows, widths) {
  const rule = "+" + widths.map((w) => "-".repeat(w + 2)).join("+") + "+";
  const body = rows.map((row) => {
    const cells = row.map((cell, i) => wrap(String(cell), widths[i]));
    const height = Math.max(...cells.map((c) => c.length));
    return Array.from({ length: height }, (_, y) => "| " + cells.map((c, i) => (c[y] ?? "").padEnd(widths[i])).join(" | ") + " |").join("\n");
  });
  return [rule, ...body.flatMap((b) => [b, rule])].join("\n");
}

console.log(table([["name", "text"], ["Ann", "a rather long text that has to be wrapped"], [42, ""]], [6, 14]));
//= result: undefined
//= console.log: "+--------+----------------+\n| name   | text           |\n+--------+----------------+\n| Ann    | a rather long  |\n|        | text that has  |\n|        | to be wrapped  |\n+--------+----------------+\n| 42     |                |\n+--------+----------------+"
