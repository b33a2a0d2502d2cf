async () => {
  const log = `2024-05-01T10:00:00Z INFO  start pid=12
2024-05-01T10:00:01Z WARN  slow query ms=531 table="users"
2024-05-01T10:00:03Z ERROR failed code=E42 msg="disk full"
  at write (disk.js:10)
2024-05-01T10:01:00Z INFO  done ms=60000
garbage`;
  const pattern = /^(?<at>\S+Z) (?<level>[A-Z]+)\s+(?<text>.*)$/;
  const entries = [];
  for (const line of log.split('\n')) {
    const match = pattern.exec(line);
    if (match) entries.push({ ...match.groups, more: [] });
    else entries.at(-1)?.more.push(line.trim());
  }
  const fields = (text) => Object.fromEntries([...text.matchAll(/(\w+)=("[^"]*"|\S+)/g)].map(([, k, v]) => [k, v.startsWith('"') ? JSON.parse(v) : /^\d+$/.test(v) ? +v : v]));
  const levels = {};
  for (const entry of entries) (levels[entry.level] ??= []).push(entry);
  return { counts: Object.fromEntries(Object.entries(levels).map(([k, v]) => [k, v.length])), fields: entries.map((e) => fields(e.text)), more: entries.flatMap((e) => e.more), seconds: (new Date(entries.at(-1).at) - new Date(entries[0].at)) / 1000 };
}

//= result: {
//=   counts: { INFO: 2, WARN: 1, ERROR: 1 },
//=   fields: [
//=     { pid: 12 },
//=     { ms: 531, table: "users" },
//=     { code: "E42", msg: "disk full" },
//=     { ms: 60000 },
//=   ],
//=   more: ["at write (disk.js:10)", "garbage"],
//=   seconds: 60,
//= }
