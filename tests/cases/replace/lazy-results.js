//! [files]
//! "/t" = "line\n"
//! "/j" = "{\"a\":1}"

async () => {
  await state.writeFile("/t", "old line\n".repeat(500));
  const replaced = await state.replaceInFile("/t", "old", "new");
  await state.writeFile("/t", "later");
  const updated = await state.updateJson("/j", [{ op: "set", path: "a", value: "x".repeat(3000) }]);
  await state.writeFile("/j", "later");
  const same = await state.updateJson("/j2", []).catch((error) => error.code);
  return [
    replaced.replaced,
    replaced.content === "new line\n".repeat(500),
    Object.keys(updated),
    updated.content.length,
    updated.diff.split("\n").slice(0, 4).map((line) => line.slice(0, 12)),
    JSON.parse(updated.content).a === updated.value.a,
    JSON.stringify(replaced) === JSON.stringify({ replaced: 500, content: "new line\n".repeat(500) }),
    same,
  ];
}
//= result: [
//=   500,
//=   true,
//=   ["value", "content", "diff", "operationsApplied"],
//=   3008,
//=   ["--- /j", "+++ /j", "@@ -1,1 +1,1", "-{\"a\":1}"],
//=   true,
//=   true,
//=   "ENOENT",
//= ]
//= changed: /j (7 -> 5)
//= changed: /t (5 -> 5)
