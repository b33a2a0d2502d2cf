//! [files]
//! "/a.txt" = "one two"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  const told = ({ edits }) => edits.map(({ path, content }) => `${path}: ${content}`);
  const plan = await state.planEdits([{ path: "/b.txt", content: "b" }, { path: "/a.txt", find: "one", replace: "1" }]);
  return {
    kinds: plan.edits.map(({ instruction }) => instruction.kind),
    applied: told(await state.applyEditPlan(plan)),
    type: told(await state.planEdits([{ type: "create", path: "/c.txt", content: "c" }])),
    single: told(await state.planEdits({ path: "/c.txt", content: "c" })),
    flat: told(await state.planEdits([{ path: "/a.txt", oldText: "T(W)O", newText: "<$1>", regex: true, ignoreCase: true }])),
    edited: told(await state.applyEdits("/a.txt", [{ oldText: "two", newText: "2" }, { oldText: "1 ", newText: "" }])),
    dryRun: (await state.applyEdits({ edits: [{ path: "/a.txt", content: "x" }], dryRun: true })).dryRun,
    absent: await tried(() => state.applyEdits([{ path: "/a.txt", search: "nowhere", replacement: "x" }])),
    unknown: await tried(() => state.planEdits([{ kind: "write", path: "/c.txt", content: "c", mode: 1 }])),
    unclear: await tried(() => state.planEdits([{ path: "/c.txt" }])),
    back: told(await state.applyEdits(plan.edits)),
    now: await state.readFile("/a.txt"),
  };
}
//= result: {
//=   kinds: ["write", "replace"],
//=   applied: ["/b.txt: b", "/a.txt: 1 two"],
//=   type: ["/c.txt: c"],
//=   single: ["/c.txt: c"],
//=   flat: ["/a.txt: 1 <w>"],
//=   edited: ["/a.txt: 2"],
//=   dryRun: true,
//=   absent: "EINVAL EINVAL: its search matches nothing in the file, applyEdits '/a.txt' (at edits[0]; nothing was written)",
//=   unknown: "EINVAL state.planEdits: \"instructions[0].mode\" is no member; the members are kind, path, content — expected state.planEdits(instructions)",
//=   unclear: "EINVAL state.planEdits: \"instructions[0].kind\" must be one of \"write\", \"replace\", \"writeJson\", but is undefined — expected state.planEdits(instructions); an edit is { path, content }, or { path, search, replacement } for each place in a file",
//=   back: ["/b.txt: b", "/a.txt: 1 two"],
//=   now: "1 two",
//= }
//= created: /b.txt (- -> 1)
//= changed: /a.txt (7 -> 5)
