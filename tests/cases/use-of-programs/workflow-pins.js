//! about = "Versions of actions in workflows are raised, by a table."
//! [files]
//! "/.github/workflows/ci.yml" = "jobs:\n  test:\n    steps:\n      - uses: actions/checkout@v3\n      - uses: actions/setup-node@v3.1.0 # pinned\n        with:\n          node-version: 18\n      - uses: other/thing@main\n"
//! "/.github/workflows/skip.txt" = "actions/checkout@v3\n"

async () => {
  const wanted = { "actions/checkout": "v4", "actions/setup-node": "v4" };
  const changes = [];
  for (const file of await state.glob("/.github/workflows/*.{yml,yaml}")) {
    const text = await state.readFile(file);
    const updated = text.replace(/(uses:\s*)([\w./-]+)@([\w.]+)/g, (all, lead, action, version) => {
      const next = wanted[action];
      if (!next || next === version) return all;
      changes.push(`${file}: ${action} ${version} -> ${next}`);
      return `${lead}${action}@${next}`;
    });
    if (updated !== text) await state.writeFile(file, updated);
  }
  return { changes, text: await state.readFile("/.github/workflows/ci.yml") };
}
//= result: {
//=   changes: [
//=     "/.github/workflows/ci.yml: actions/checkout v3 -> v4",
//=     "/.github/workflows/ci.yml: actions/setup-node v3.1.0 -> v4",
//=   ],
//=   text: "jobs:\n  test:\n    steps:\n      - uses: actions/checkout@v4\n      - uses: actions/setup-node@v4 # pinned\n        with:\n          node-version: 18\n      - uses: other/thing@main\n",
//= }
//= changed: /.github/workflows/ci.yml (180 -> 176)
