//! [files]
//! "/p/a.js" = "// TODO(ann): first\nx();\n  // FIXME later\n"
//! "/p/b/b.py" = "# TODO: second\n"
//! "/p/c.md" = "nothing\n"

async () => {
  const found = [];
  for (const path of ['/p/a.js', '/p/b/b.py', '/p/c.md']) {
    const lines = (await state.readFile(path)).split('\n');
    for (const [index, line] of lines.entries()) {
      const match = /\b(?<kind>TODO|FIXME)(?:\((?<who>\w+)\))?:?\s*(?<text>.*)/.exec(line);
      if (match) found.push({ at: `${path}:${index + 1}`, ...match.groups });
    }
  }
  const report = ['# Tasks', '', ...found.map((f) => `- [ ] ${f.text} (${f.kind}${f.who ? `, @${f.who}` : ''}, ${f.at})`)].join('\n');
  await state.writeFile('/TASKS.md', `${report}\n`);
  return report;
}

//= result: "# Tasks\n\n- [ ] first (TODO, @ann, /p/a.js:1)\n- [ ] later (FIXME, /p/a.js:3)\n- [ ] second (TODO, /p/b/b.py:1)"
//= created: /TASKS.md (- -> 109)
