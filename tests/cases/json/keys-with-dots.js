//! [files]
//! "/settings.json" = "{\n    \"editor.tabSize\": 2,\n    \"files\": {\"a.b\": 1}\n}\n"

async () => {
  const tried = async (operation) => state.updateJson("/settings.json", [operation]).then(({ content }) => content, (error) => [error.code, error.message]);
  return [
    await state.queryJson("/settings.json", ".editor.tabSize"),
    await state.queryJson("/settings.json", "files.a.b"),
    await tried({ op: "set", path: ".editor.tabSize", value: 4 }),
    await tried({ op: "delete", path: "files.a.b" }),
    await tried({ op: "set", path: '["editor.tabSize"]', value: 4 }),
    await tried({ op: "set", path: '["editor"]["tabSize"]', value: 8 }),
    await state.queryJson("/settings.json", ".editor.tabSize"),
  ];
}
//= result: [
//=   undefined,
//=   undefined,
//=   [
//=     "EINVAL",
//=     "operation 0 (set): .editor.tabSize is missing, and there is a key \"editor.tabSize\": write [\"editor.tabSize\"] for that key, or [\"editor\"][\"tabSize\"] for a member of its own, updateJson '/settings.json'",
//=   ],
//=   [
//=     "EINVAL",
//=     "operation 0 (delete): .files.a.b is missing, and there is a key \"a.b\": write .files[\"a.b\"] for that key, or .files[\"a\"][\"b\"] for a member of its own, updateJson '/settings.json'",
//=   ],
//=   "{\n    \"editor.tabSize\": 4,\n    \"files\": {\"a.b\": 1}\n}\n",
//=   "{\n    \"editor.tabSize\": 4,\n    \"files\": {\"a.b\": 1},\n    \"editor\": {\n        \"tabSize\": 8\n    }\n}\n",
//=   8,
//= ]
//= console.warn: note: queryJson of '/settings.json': .editor.tabSize is missing, and there is a key "editor.tabSize": write ["editor.tabSize"]
//= console.warn: note: queryJson of '/settings.json': .files.a.b is missing, and there is a key "a.b": write .files["a.b"]
//= changed: /settings.json (53 -> 97)
