//! about = "An index of posts is made of the front matter of Markdown files; drafts are left out."
//! [files]
//! "/posts/first-steps.md" = """
//! ---
//! title: "First steps: a guide"
//! date: 2024-01-15
//! tags: [intro, "C#"]
//! author:
//!   name: Ann
//! ---
//! # First steps
//!
//! Text with a rule:
//!
//! ---
//!
//! More.
//! """
//! "/posts/second.md" = """
//! ---\r
//! title: It's done\r
//! date: 2024-03-02\r
//! tags:\r
//!   - news\r
//!   - intro\r
//! summary: >\r
//!   Folded over\r
//!   two lines.\r
//! ---\r
//! Body.\r
//! """
//! "/posts/wip.md" = """
//! ---
//! title: Not yet
//! draft: true
//! date: 2024-04-01
//! ---
//! """
//! "/posts/plain.md" = "# No front matter here\n"

const fs = require("fs");
const path = require("path");
const YAML = require("yaml");

const posts = [];
for (const name of fs.readdirSync("/posts")) {
  const match = fs.readFileSync(path.join("/posts", name), "utf8").match(/^---\r?\n([\s\S]*?)\r?\n---\r?\n?/);
  if (!match) {
    console.warn("no front matter:", name);
    continue;
  }
  const { draft = false, tags = [], ...data } = YAML.parse(match[1]);
  if (!draft) posts.push({ slug: path.basename(name, ".md"), tags, ...data });
}
posts.sort((a, b) => b.date.localeCompare(a.date));
fs.writeFileSync("/posts.json", JSON.stringify(posts, null, 2));
console.log(fs.readFileSync("/posts.json", "utf8"));
console.log([...new Set(posts.flatMap((p) => p.tags))].sort());
//= result: undefined
//= console.warn: no front matter: plain.md
//= console.log: "[\n  {\n    \"slug\": \"second\",\n    \"tags\": [\n      \"news\",\n      \"intro\"\n    ],\n    \"title\": \"It's done\",\n    \"date\": \"2024-03-02\",\n    \"summary\": \"Folded over two lines.\\n\"\n  },\n  {\n    \"slug\": \"first-steps\",\n    \"tags\": [\n      \"intro\",\n      \"C#\"\n    ],\n    \"title\": \"First steps: a guide\",\n    \"date\": \"2024-01-15\",\n    \"author\": {\n      \"name\": \"Ann\"\n    }\n  }\n]"
//= console.log: [ 'C#', 'intro', 'news' ]
//= created: /posts.json (- -> 364)
