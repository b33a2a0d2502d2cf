//! about = "Links of Markdown that lead to no file."
//! [files]
//! "/docs/a.md" = "See [b](b.md#x), [c](./c.md), [up](../README.md), [web](https://x.y), [anchor](#z), ![img](img/p.png \"t\").\n"
//! "/docs/b.md" = "# x\n"
//! "/README.md" = "[a](docs/a.md) [no](docs/none.md)\n"

import path from "path";

async function brokenLinks(file) {
  const text = await state.readFile(file);
  const broken = [];
  for (const [, target] of text.matchAll(/!?\[[^\]]*\]\(([^)\s]+)[^)]*\)/g)) {
    if (/^(?:[a-z]+:|#)/.test(target)) continue;
    const full = path.posix.resolve(path.dirname(file), target.split("#")[0]);
    if (!(await state.exists(full))) broken.push({ file, target, full });
  }
  return broken;
}

export default async () => (await Promise.all((await state.glob("/**/*.md")).map(brokenLinks))).flat();
//= result: [
//=   { file: "/README.md", target: "docs/none.md", full: "/docs/none.md" },
//=   { file: "/docs/a.md", target: "./c.md", full: "/docs/c.md" },
//=   { file: "/docs/a.md", target: "img/p.png", full: "/docs/img/p.png" },
//= ]
