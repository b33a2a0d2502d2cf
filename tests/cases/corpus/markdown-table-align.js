async () => {
  const rows = [['Name', 'Qty', 'Note'], ['apple', '3', 'fresh'], ['kiwi', '12', ''], ['Änderung', '100', '😀']];
  const widths = rows[0].map((_, i) => Math.max(3, ...rows.map((r) => [...r[i]].length)));
  const pad = (text, i) => (i === 1 ? ' '.repeat(widths[i] - [...text].length) + text : text + ' '.repeat(widths[i] - [...text].length));
  const line = (cells) => `| ${cells.map(pad).join(' | ')} |`;
  const rule = `|${widths.map((w, i) => (i === 1 ? `${'-'.repeat(w + 1)}:` : '-'.repeat(w + 2))).join('|')}|`;
  const table = [line(rows[0]), rule, ...rows.slice(1).map(line)];
  table.forEach((l) => console.log(l));
  return table.length;
}

//= result: 5
//= console.log: | Name     | Qty | Note  |
//= console.log: |----------|----:|-------|
//= console.log: | apple    |   3 | fresh |
//= console.log: | kiwi     |  12 |       |
//= console.log: | Änderung | 100 | 😀     |
