//! about = "Settings of an editor: set, delete and append between comments."
//! [files]
//! "/.vscode/settings.json" = "{\n  // font\n  \"editor.fontSize\": 12, // small\n  /* tabs */\n  \"editor.tabSize\": 4,\n  \"files.exclude\": {\n    \"**/.git\": true, // always\n    \"**/dist\": true\n  },\n  // last\n  \"list\": [\n    \"a\", // first\n    \"b\"\n  ]\n}\n"

async () => {
  const file = "/.vscode/settings.json";
  const wrong = await state.updateJson(file, [{ op: "set", path: ".editor.tabSize", value: 2 }]).catch((e) => `${e.code}: ${e.message}`);
  await state.updateJson(file, [
    { op: "set", path: '["editor.tabSize"]', value: 2 },
    { op: "delete", path: '["files.exclude"]["**/.git"]' },
    { op: "append", path: "list", value: "c" },
    { op: "delete", path: "list[0]" },
    { op: "set", path: '["editor.wordWrap"]', value: "on" },
  ]);
  return [wrong, await state.readFile(file), await state.queryJson(file, ".editor.fontSize")];
}
//= result: [
//=   "EINVAL: operation 0 (set): .editor.tabSize is missing, and there is a key \"editor.tabSize\": write [\"editor.tabSize\"] for that key, or [\"editor\"][\"tabSize\"] for a member of its own, updateJson '/.vscode/settings.json'",
//=   "{\n  // font\n  \"editor.fontSize\": 12, // small\n  /* tabs */\n  \"editor.tabSize\": 2,\n  \"files.exclude\": {\n    \"**/dist\": true\n  },\n  // last\n  \"list\": [\n    \"b\",\n    \"c\"\n  ],\n  \"editor.wordWrap\": \"on\"\n}\n",
//=   undefined,
//= ]
//= console.warn: note: queryJson of '/.vscode/settings.json': .editor.fontSize is missing, and there is a key "editor.fontSize": write ["editor.fontSize"]
//= changed: /.vscode/settings.json (213 -> 200)
