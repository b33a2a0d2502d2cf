async () => {
  const markdown = `# Title\n\nintro\n\n## Getting *started*\n\n\`\`\`sh\n# not a heading\n\`\`\`\n\n### Install\n## API & Usage\n### \`run()\`\n## Getting started\n`;
  const slugs = new Map();
  const slug = (text) => {
    const base = text.toLowerCase().replace(/[^\w\s-]/g, '').trim().replace(/\s+/g, '-');
    const count = slugs.get(base) ?? 0;
    slugs.set(base, count + 1);
    return count ? `${base}-${count}` : base;
  };
  let fenced = false;
  const toc = [];
  for (const line of markdown.split('\n')) {
    if (/^```/.test(line)) { fenced = !fenced; continue; }
    const match = !fenced && /^(#{1,6})\s+(.+?)\s*#*$/.exec(line);
    if (!match) continue;
    const [, { length: level }, title] = match;
    toc.push(`${'  '.repeat(level - 1)}- [${title}](#${slug(title)})`);
  }
  return toc.join('\n');
}

//= result: "- [Title](#title)\n  - [Getting *started*](#getting-started)\n    - [Install](#install)\n  - [API & Usage](#api-usage)\n    - [`run()`](#run)\n  - [Getting started](#getting-started-1)"
