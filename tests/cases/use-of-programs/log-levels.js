//! about = "Lines are counted by level and hour; those of a stack belong to the line before."
//! [files]
//! "/app.log" = "2024-03-01T10:00:01Z INFO  start pid=12\n2024-03-01T10:00:02Z WARN  slow query 1200ms\n2024-03-01T10:05:09Z ERROR failed to open /tmp/a1: ENOENT\n2024-03-01T10:05:10Z ERROR failed to open /tmp/b22: ENOENT\n    at open (fs.js:1)\n2024-03-01T11:00:00Z INFO  stop\n"

async () => {
  const lines = (await state.readFile("/app.log")).split("\n").filter(Boolean);
  const entries = [];
  for (const line of lines) {
    const m = line.match(/^(?<time>\S+Z)\s+(?<level>[A-Z]+)\s+(?<message>.*)$/);
    if (m) entries.push({ ...m.groups, extra: [] });
    else entries.at(-1)?.extra.push(line.trim());
  }
  const levels = {};
  const hours = {};
  for (const { level, time } of entries) {
    levels[level] = (levels[level] ?? 0) + 1;
    const hour = new Date(time).toISOString().slice(0, 13);
    (hours[hour] ??= []).push(level);
  }
  const groups = Object.groupBy(entries.filter((e) => e.level === "ERROR"), (e) => e.message.replace(/\/\S+\d+/g, "<path>"));
  return { levels, hours, errors: Object.entries(groups).map(([message, list]) => ({ message, count: list.length, stack: list.flatMap((e) => e.extra) })) };
}
//= result: {
//=   levels: { INFO: 2, WARN: 1, ERROR: 2 },
//=   hours: { "2024-03-01T10": ["INFO", "WARN", "ERROR", "ERROR"], "2024-03-01T11": ["INFO"] },
//=   errors: [{ message: "failed to open <path>: ENOENT", count: 2, stack: ["at open (fs.js:1)"] }],
//= }
