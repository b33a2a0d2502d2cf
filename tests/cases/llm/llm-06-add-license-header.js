//! [files]
//! "/src/a.js" = "let a;\n"
//! "/src/b.js" = "// Copyright 2020 Acme\nlet b;\n"
//! "/src/d.css" = "p{}\n"
//! "/src/deep/c.js" = "#!/usr/bin/env node\nlet c;\n"

async () => {
  const header = "// Copyright 2024 Acme\n";
  const edits = [];
  for (const path of await state.glob("/src/**/*.js")) {
    const text = await state.readFile(path);
    if (text.includes("Copyright")) continue;
    const content = text.startsWith("#!") ? text.replace(/^(.*\n)/, `$1${header}`) : header + text;
    edits.push({ path, content });
  }
  const dry = await state.applyEdits(edits, { dryRun: true });
  const real = await state.applyEdits(edits);
  return { dry: dry.totalChanged, dryRunFlag: dry.dryRun, real: real.edits.map((e) => [e.path, e.content]) };
}

//= result: {
//=   dry: 2,
//=   dryRunFlag: true,
//=   real: [
//=     ["/src/a.js", "// Copyright 2024 Acme\nlet a;\n"],
//=     ["/src/deep/c.js", "#!/usr/bin/env node\n// Copyright 2024 Acme\nlet c;\n"],
//=   ],
//= }
//= changed: /src/a.js (7 -> 30)
//= changed: /src/deep/c.js (27 -> 50)
