//! about = "Notes get names of their date and title."
//! [files]
//! "/notes/a.md" = "---\ntitle: Hello, World!\ndate: 2024-03-05\n---\nText\n"
//! "/notes/b.md" = "No front matter\n"
//! "/notes/c.md" = "---\ntitle: \"Über  Größe\"\ndate: 2024-01-02\n---\n"

interface Meta { title?: string; date?: string }

function frontMatter(text: string): Meta {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  if (!block) return {};
  return Object.fromEntries(block.split("\n").map((l) => l.split(/:\s*(.*)/s).slice(0, 2).map((s) => s.replace(/^"|"$/g, "")))) as Meta;
}

const slug = (s: string): string => s.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ß/g, "ss").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");

export default async function rename(): Promise<Record<string, string>> {
  const plan: Record<string, string> = {};
  for (const file of await state.glob("/notes/*.md")) {
    const { title, date } = frontMatter(await state.readFile(file));
    if (!title || !date) continue;
    plan[file] = `/notes/${date}-${slug(title)}.md`;
  }
  for (const [from, to] of Object.entries(plan)) await state.mv(from, to);
  return { ...plan, left: (await state.readdir("/notes")).join(" ") };
}
//= result: {
//=   "/notes/a.md": "/notes/2024-03-05-hello-world.md",
//=   "/notes/c.md": "/notes/2024-01-02-uber-grosse.md",
//=   left: "2024-01-02-uber-grosse.md 2024-03-05-hello-world.md b.md",
//= }
//= created: /notes/2024-01-02-uber-grosse.md (- -> 49)
//= created: /notes/2024-03-05-hello-world.md (- -> 51)
//= deleted: /notes/a.md (51 -> -)
//= deleted: /notes/c.md (49 -> -)
