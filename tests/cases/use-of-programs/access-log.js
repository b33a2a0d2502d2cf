//! about = "The most requested paths and the share of failures."
//! [files]
//! "/access.log" = "1.1.1.1 - - [01/Mar/2024:10:00:00 +0000] \"GET /a?x=1 HTTP/1.1\" 200 12\n1.1.1.2 - bob [01/Mar/2024:10:00:01 +0000] \"POST /b HTTP/1.1\" 500 0\n1.1.1.1 - - [01/Mar/2024:10:00:02 +0000] \"GET /a HTTP/2\" 304 -\nbroken line\n"

interface Hit { ip: string; method: string; path: string; status: number; bytes: number }

const RE = /^(\S+) \S+ \S+ \[([^\]]+)\] "(\w+) (\S+) [^"]*" (\d{3}) (\d+|-)$/;

function* hits(text: string): Generator<Hit> {
  for (const line of text.split("\n")) {
    const m = RE.exec(line);
    if (!m) { if (line) console.warn("skipped:", line); continue; }
    yield { ip: m[1], method: m[3], path: new URL(m[4], "http://x").pathname, status: +m[5], bytes: m[6] === "-" ? 0 : Number(m[6]) };
  }
}

async function main(): Promise<object> {
  const counts = new Map<string, number>();
  let failed = 0, total = 0;
  for (const hit of hits(await state.readFile("/access.log"))) {
    counts.set(hit.path, (counts.get(hit.path) || 0) + 1);
    total++;
    if (hit.status >= 500) failed++;
  }
  return { top: [...counts.entries()].sort((a, b) => b[1] - a[1]).slice(0, 5), failures: `${((failed / total) * 100).toFixed(1)} %` };
}
//= result: { top: [["/a", 2], ["/b", 1]], failures: "33.3 %" }
//= console.warn: skipped: broken line
