//! [files]
//! "/l.yaml" = "l:\n  - a # first\n  - b # second\n  - c\n"
//! "/m.yaml" = "# top\n\n# of a\na: 1 # one\n# of b\nb: 2 # two\n"
//! "/x.toml" = "day = 2024-01-02 # d\nx = [\n  1, # one\n  2, # two\n]\n\n# first\n[[t]]\nid = 1\n\n# second\n[[t]]\nid = 2\n"
//! "/o.yaml" = "- id: 1 # one\n  v: 1\n# of two\n- id: 2\n  v: 1 # two\n"

async () => {
  //+ fails
  const update = (path, operations) => fails(async () => (await state.updateJson(path, operations, { dryRun: true })).content);
  const l = await state.readYaml("/l.yaml");
  return {
    deleted: await update("/l.yaml", [{ op: "delete", path: "l[0]" }, { op: "append", path: "l", value: "d" }]),
    changed: await update("/l.yaml", [{ op: "set", path: "l[1]", value: "x" }]),
    moved: await update("/l.yaml", [{ op: "set", path: "l", value: [l.l[2], "new", l.l[0], l.l[1]] }]),
    emptied: await update("/l.yaml", [{ op: "set", path: "l", value: [] }]),
    unclear: await update("/l.yaml", [{ op: "set", path: "l", value: ["x", "c"] }]),
    members: [await update("/m.yaml", [{ op: "delete", path: "b" }]), await update("/m.yaml", [{ op: "set", path: "c", value: 3 }])],
    objects: await update("/o.yaml", [{ op: "set", path: "$", value: [{ id: 2, v: 3 }] }]),
    toml: [
      await update("/x.toml", [{ op: "delete", path: "x[0]" }, { op: "delete", path: "t[0]" }]),
      await update("/x.toml", [{ op: "set", path: "x", value: [0, 1, 2] }]),
      await update("/x.toml", [{ op: "set", path: "day", value: "2025-02-03" }]),
    ],
    written: await (async () => {
      const value = await state.readToml("/x.toml");
      value.t.reverse();
      value.day = "2025-02-03";
      await state.writeToml("/x.toml", value);
      return state.readFile("/x.toml");
    })(),
  };
}
//= result: {
//=   deleted: "l:\n  - b # second\n  - c\n  - d\n",
//=   changed: "l:\n  - a # first\n  - x # second\n  - c\n",
//=   moved: "l:\n  - c\n  - new\n  - a # first\n  - b # second\n",
//=   emptied: "l: []\n",
//=   unclear: [
//=     "EINVAL",
//=     "Cannot update /l.yaml as YAML: the change would lose comments, anchors or aliases of lines 2, 3: { lossy: true } gives them up (line 2, column 7)\n    - a # first\n        ^",
//=   ],
//=   members: [
//=     "# top\n\n# of a\na: 1 # one\n",
//=     "# top\n\n# of a\na: 1 # one\n# of b\nb: 2 # two\nc: 3\n",
//=   ],
//=   objects: "# of two\n- id: 2\n  v: 3 # two\n",
//=   toml: [
//=     "day = 2024-01-02 # d\nx = [\n  2, # two\n]\n\n# second\n[[t]]\nid = 2\n",
//=     "day = 2024-01-02 # d\nx = [\n  0,\n  1, # one\n  2, # two\n]\n\n# first\n[[t]]\nid = 1\n\n# second\n[[t]]\nid = 2\n",
//=     "day = 2025-02-03 # d\nx = [\n  1, # one\n  2, # two\n]\n\n# first\n[[t]]\nid = 1\n\n# second\n[[t]]\nid = 2\n",
//=   ],
//=   written: "day = 2025-02-03 # d\nx = [\n  1, # one\n  2, # two\n]\n\n# second\n[[t]]\nid = 2\n\n# first\n[[t]]\nid = 1\n",
//= }
//= changed: /x.toml (96 -> 96)
