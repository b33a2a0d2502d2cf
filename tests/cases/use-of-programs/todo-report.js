//! about = "Comments that ask for work, with their authors."
//! [files]
//! "/src/a.ts" = "// TODO(ann): first\nconst x = 1; // FIXME later\n"
//! "/src/b.py" = "# todo: lower case\n#TODO second\n"
//! "/node_modules/x/y.js" = "// TODO not ours\n"

async () => {
  const found = await state.searchFiles("/**/*.{ts,py}", "(?:#|//)\\s*(TODO|FIXME)\\b", { regex: true, caseSensitive: false });
  const items = found.flatMap(({ path, matches }) =>
    matches.map(({ line, lineText }) => {
      const [, kind, who, text] = /(TODO|FIXME)(?:\((\w+)\))?:?\s*(.*)$/i.exec(lineText);
      return { path, line, kind: kind.toUpperCase(), who: who ?? null, text };
    }));
  const lines = ["# Work", "", ...items.map((t) => `- [ ] **${t.kind}** ${t.text} (${t.path}:${t.line})${t.who ? ` @${t.who}` : ""}`)];
  await state.writeFile("/TODO.md", lines.join("\n") + "\n");
  return { count: items.length, byKind: Object.fromEntries(Object.entries(Object.groupBy(items, (t) => t.kind)).map(([k, v]) => [k, v.length])), lines };
}
//= result: {
//=   count: 4,
//=   byKind: { TODO: 3, FIXME: 1 },
//=   lines: [
//=     "# Work",
//=     "",
//=     "- [ ] **TODO** first (/src/a.ts:1) @ann",
//=     "- [ ] **FIXME** later (/src/a.ts:2)",
//=     "- [ ] **TODO** lower case (/src/b.py:1)",
//=     "- [ ] **TODO** second (/src/b.py:2)",
//=   ],
//= }
//= created: /TODO.md (- -> 160)
