//! about = "Logs of several hosts become one, in the order of time."
//! [files]
//! "/logs/a.log" = "2024-01-01T00:00:03Z a3\n2024-01-01T00:00:01Z a1\n"
//! "/logs/b.log" = "2024-01-01T00:00:02Z b2\n2024-01-01T00:00:03Z b3"
//! "/logs/empty.log" = ""

import { readdir, readFile, writeFile } from "fs/promises";
import { basename, join } from "path";

const dir = "/logs";
const all = [];
for (const name of await readdir(dir)) {
  const host = basename(name, ".log");
  const text = await readFile(join(dir, name), "utf-8");
  text.split(/\r?\n/).forEach((line, index) => {
    if (!line.trim()) return;
    const [time, ...rest] = line.split(" ");
    all.push({ time, host, index, text: rest.join(" ") });
  });
}
all.sort((a, b) => a.time.localeCompare(b.time) || a.host.localeCompare(b.host) || a.index - b.index);
await writeFile("/merged.log", all.map((e) => `${e.time} [${e.host}] ${e.text}`).join("\n") + "\n");
console.log(`merged ${all.length} lines`);
console.log(await readFile("/merged.log", "utf-8"));
//= result: undefined
//= console.log: merged 4 lines
//= console.log: "2024-01-01T00:00:01Z [a] a1\n2024-01-01T00:00:02Z [b] b2\n2024-01-01T00:00:03Z [a] a3\n2024-01-01T00:00:03Z [b] b3\n"
//= created: /merged.log (- -> 112)
