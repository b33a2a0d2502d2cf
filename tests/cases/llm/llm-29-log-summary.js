//! [files]
//! "/logs/app.log" = "2024-01-01T00:00:00Z INFO start\n2024-01-01T00:00:01Z ERROR db timeout\n2024-01-01T00:00:02Z WARN slow\n2024-01-01T00:00:03Z ERROR db timeout\n2024-01-01T00:00:04Z ERROR parse\n"
//! "/logs/old.log" = ""

async () => {
  const counts = {};
  for (const level of ["INFO", "WARN", "ERROR"]) {
    const r = await state.searchFiles("/logs/*.log", level, { wholeWord: true });
    counts[level] = r.reduce((n, f) => n + f.matches.length, 0);
  }
  const errors = await state.searchText("/logs/app.log", "ERROR (.+)$", { regex: true });
  const by = {};
  for (const m of errors) { const msg = m.match.slice(6); by[msg] = (by[msg] || 0) + 1; }
  const top = Object.entries(by).sort((a, b) => b[1] - a[1]);
  const empty = (await state.find("/logs", { type: "file", empty: true })).map((e) => e.path);
  return { counts, top, first: errors[0], empty };
}

//= result: {
//=   counts: { INFO: 1, WARN: 1, ERROR: 3 },
//=   top: [["db timeout", 2], ["parse", 1]],
//=   first: {
//=     line: 2,
//=     column: 22,
//=     match: "ERROR db timeout",
//=     lineText: "2024-01-01T00:00:01Z ERROR db timeout",
//=   },
//=   empty: ["/logs/old.log"],
//= }
