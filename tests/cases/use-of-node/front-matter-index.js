//! about = "An index page from the heads of notes, grouped by tag, with links that escape."
//! [files]
//! "/notes/a b.md" = "---\ntitle: First \"note\"\ndate: 2024-02-01\ntags: [x, y]\n---\n# H\n"
//! "/notes/z.md" = "---\r\ntitle: 'Second: part'\r\ndate: 2023-12-31\r\ntags:\r\n  - y\r\n  - z z\r\n---\r\nbody --- body\r\n"
//! "/notes/none.md" = "no head\n---\nx\n---\n"
//! "/notes/sub/deep.md" = "---\ntitle: Deep\n---\n"

const fs = require("fs");
const path = require("path");

function head(text) {
  const match = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text);
  if (!match) return null;
  const data = {};
  let list = null;
  for (const line of match[1].split(/\r?\n/)) {
    const item = /^\s+-\s+(.*)$/.exec(line);
    if (item && list) { list.push(item[1].trim()); continue; }
    const [, key, raw] = /^(\w+):\s*(.*)$/.exec(line) ?? [];
    if (!key) continue;
    if (raw === "") data[key] = list = [];
    else if (/^\[.*\]$/.test(raw)) data[key] = raw.slice(1, -1).split(",").map((s) => s.trim());
    else data[key] = raw.replace(/^(['"])(.*)\1$/, "$2");
  }
  return data;
}
const pages = fs.globSync("/notes/**/*.md").sort().map((file) => ({ file, ...head(fs.readFileSync(file, "utf8")) }));
const byTag = {};
for (const page of pages) for (const tag of page.tags ?? (page.title ? ["untagged"] : [])) (byTag[tag] ||= []).push(page);
const lines = ["# Index", ""];
for (const tag of Object.keys(byTag).sort()) {
  lines.push(`## ${tag}`, "");
  for (const { title, file, date = "?" } of byTag[tag].sort((a, b) => (a.date ?? "") < (b.date ?? "") ? -1 : 1)) {
    lines.push(`- [${title.replace(/[[\]]/g, "\\$&")}](${encodeURI(path.posix.relative("/", file))}) ${date}`);
  }
  lines.push("");
}
fs.writeFileSync("/index.md", lines.join("\n"));
console.log(fs.readFileSync("/index.md", "utf8"));
console.log(pages.filter((p) => !p.title).map((p) => p.file));
//= result: undefined
//= console.log: "# Index\n\n## untagged\n\n- [Deep](notes/sub/deep.md) ?\n\n## x\n\n- [First \"note\"](notes/a%20b.md) 2024-02-01\n\n## y\n\n- [Second: part](notes/z.md) 2023-12-31\n- [First \"note\"](notes/a%20b.md) 2024-02-01\n\n## z z\n\n- [Second: part](notes/z.md) 2023-12-31\n"
//= console.log: [ '/notes/none.md' ]
//= created: /index.md (- -> 243)
