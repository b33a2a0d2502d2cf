//! about = "A log of JSON lines is grouped by service and level, with the most frequent messages of errors."
//! [files]
//! "/logs/app.ndjson" = '''
//! {"time":"2024-03-05T10:00:00.120Z","level":"info","service":"api","msg":"started","port":8080}
//! {"time":"2024-03-05T10:00:01.000Z","level":"error","service":"api","msg":"timeout after 3000 ms","err":{"code":"ETIMEDOUT"}}
//! {"time":"2024-03-05T10:00:02.500Z","level":"warn","service":"mail","msg":"retry \"welcome\"\nsecond line"}
//!
//! {"time":"2024-03-05T10:01:00.000Z","level":"error","service":"api","msg":"timeout after 5000 ms","err":{"code":"ETIMEDOUT"}}
//! {"time":"2024-03-05T10:02:00.000Z","level":"error","service":"mail","msg":"no such user 17"}
//! {"time":"2024-03-05T10:03:10.000Z","level":"error","service":"api","msg":"no such user 4","err":null}
//! {"time":"2024-03-05T11:59:59.999Z","level":"info","service":"api","msg":"stopped","stack":[]}
//! '''

async () => {
  const entries = await state.readNdjson("/logs/app.ndjson");
  const levels = {};
  const messages = {};
  for (const { service, level, msg } of entries) {
    levels[service] ??= {};
    levels[service][level] = (levels[service][level] ?? 0) + 1;
    if (level === "error") {
      const shape = msg.replace(/\d+/g, "N");
      messages[shape] = (messages[shape] ?? 0) + 1;
    }
  }
  const codes = new Set(entries.map((e) => e.err?.code).filter(Boolean));
  return { levels, messages: Object.entries(messages).sort((a, b) => b[1] - a[1]), codes: [...codes], last: entries.at(-1).time };
}
//= result: {
//=   levels: { api: { info: 2, error: 3 }, mail: { warn: 1, error: 1 } },
//=   messages: [["timeout after N ms", 2], ["no such user N", 2]],
//=   codes: ["ETIMEDOUT"],
//=   last: "2024-03-05T11:59:59.999Z",
//= }
