//! about = "Lines of code, of comments and empty ones, by language."
//! [files]
//! "/a.js" = "// c\n\nx;\n/* a\n b */\ny;\n"
//! "/b.py" = "# c\nx = 1\n"
//! "/c.sh" = "#!/bin/sh\n\n"

const LANGS = { js: { line: "//", open: "/*", close: "*/" }, py: { line: "#" }, sh: { line: "#" } };

function count(text, { line, open, close }) {
  const r = { code: 0, comment: 0, blank: 0 };
  let inside = false;
  for (const raw of text.replace(/\n$/, "").split("\n")) {
    const l = raw.trim();
    if (inside) { r.comment++; if (l.includes(close)) inside = false; }
    else if (!l) r.blank++;
    else if (l.startsWith(line)) r.comment++;
    else if (open && l.startsWith(open)) { r.comment++; inside = !l.includes(close, 2); }
    else r.code++;
  }
  return r;
}

async function main() {
  const totals = {};
  for (const file of await state.glob("/*.*")) {
    const ext = file.split(".").pop();
    if (!(ext in LANGS)) continue;
    const c = count(await state.readFile(file), LANGS[ext]);
    const t = (totals[ext] ??= { files: 0, code: 0, comment: 0, blank: 0 });
    t.files++;
    for (const k of Object.keys(c)) t[k] += c[k];
  }
  console.table(totals);
  return totals;
}
//= result: {
//=   js: { files: 1, code: 2, comment: 3, blank: 1 },
//=   py: { files: 1, code: 1, comment: 1, blank: 0 },
//=   sh: { files: 1, code: 0, comment: 1, blank: 1 },
//= }
//= console.log: "┌─────────┬───────┬──────┬─────────┬───────┐\n│ (index) │ files │ code │ comment │ blank │\n├─────────┼───────┼──────┼─────────┼───────┤\n│ js      │ 1     │ 2    │ 3       │ 1     │\n│ py      │ 1     │ 1    │ 1       │ 0     │\n│ sh      │ 1     │ 0    │ 1       │ 1     │\n└─────────┴───────┴──────┴─────────┴───────┘"
