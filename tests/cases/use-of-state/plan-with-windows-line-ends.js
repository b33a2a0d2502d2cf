//! about = "Plans of replacements in files with both line ends, checked before they are applied."
//! [files]
//! "/p/a.txt" = "alpha\r\nbeta\r\n"
//! "/p/b.txt" = "alpha\nbeta\n"

async () => {
  const instructions = ["/p/a.txt", "/p/b.txt"].flatMap((path) => [
    { kind: "replace", path, search: "alpha$", replacement: "ALPHA", options: { regex: true } },
    { kind: "replace", path, search: "^", replacement: "> ", options: { regex: true } },
  ]);
  const plan = await state.planEdits(instructions);
  const { edits } = await state.applyEditPlan(plan);
  return [plan.edits.map((e) => [e.path, e.changed]), edits.map((e) => e.changed), await state.readFile("/p/a.txt"), await state.readFile("/p/b.txt")];
}
//= result: [
//=   [["/p/a.txt", true], ["/p/a.txt", true], ["/p/b.txt", true], ["/p/b.txt", true]],
//=   [true, true, true, true],
//=   "> ALPHA\r\n> beta\r\n",
//=   "> ALPHA\n> beta\n",
//= ]
//= changed: /p/a.txt (13 -> 17)
//= changed: /p/b.txt (11 -> 15)
