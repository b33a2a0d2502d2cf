//! about = "Headers go behind a hashbang, and only where there is none."
//! [files]
//! "/bin/tool.js" = "#!/usr/bin/env node\nconsole.log(1);\n"
//! "/src/a.js" = "export const a = 1;\n"
//! "/src/b.js" = "// Copyright 2020 Example\nexport const b = 2;\n"
//! "/src/crlf.js" = "export const c = 3;\r\nexport const d = 4;\r\n"

const HEADER = `// Copyright 2024 Example`;

async function main() {
  const files = [...(await state.glob("/bin/*.js")), ...(await state.glob("/src/**/*.js"))];
  let added = 0;
  for (const file of files) {
    const text = await state.readFile(file);
    if (/^\/\/ Copyright/m.test(text)) continue;
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const lines = text.split(eol);
    lines.splice(lines[0].startsWith("#!") ? 1 : 0, 0, HEADER);
    await state.writeFile(file, lines.join(eol));
    added += 1;
  }
  console.log(`Added header to ${added} of ${files.length} files`);
  return Promise.all(files.map((file) => state.readFile(file)));
}

main();
//= result: [
//=   "#!/usr/bin/env node\n// Copyright 2024 Example\nconsole.log(1);\n",
//=   "// Copyright 2024 Example\nexport const a = 1;\n",
//=   "// Copyright 2020 Example\nexport const b = 2;\n",
//=   "// Copyright 2024 Example\r\nexport const c = 3;\r\nexport const d = 4;\r\n",
//= ]
//= console.log: Added header to 3 of 4 files
//= changed: /bin/tool.js (36 -> 62)
//= changed: /src/a.js (20 -> 46)
//= changed: /src/crlf.js (42 -> 69)
