//! about = "An answer with words around the program."
//! [files]
//! "/a.md" = "# One\n\ntext\n\n## Two\n\n```js\n# not a heading\n```\n### Three\n"

Sure! Here is a program that builds a table of contents:

```ts
type Heading = { level: number; text: string };

async (): Promise<string[]> => {
  const lines = (await state.readFile("/a.md")).split("\n");
  let fenced = false;
  const headings: Heading[] = [];
  for (const line of lines) {
    if (line.startsWith("```")) fenced = !fenced;
    const match = fenced ? null : /^(#{1,6})\s+(.*)$/.exec(line);
    if (match) headings.push({ level: match[1]!.length, text: match[2]! });
  }
  const toc = headings.map(({ level, text }) => `${"  ".repeat(level - 1)}- [${text}](#${text.toLowerCase()})`);
  await state.writeFile("/a.md", lines.toSpliced(1, 0, "", ...toc).join("\n"));
  return toc;
}
```

This reads the file once and writes it once.
//= result: ["- [One](#one)", "  - [Two](#two)", "    - [Three](#three)"]
//= changed: /a.md (57 -> 110)
