//! [files]
//! "/a" = "one"
//! "/d" = { dir = true }

async () => {
  //+ fails
  const listing = async () => (await state.find("/")).map((entry) => `${entry.path} ${entry.type}`);
  const before = await listing();
  const edits = await fails(() =>
    state.applyEdits([
      { path: "/new/deep/file", content: "1" },
      { path: "/a", content: "2" },
      { path: "/d", content: "3" },
      { path: "/after", content: "4" },
    ]),
  );
  const plan = await state.planEdits([
    { kind: "write", path: "/a", content: "2" },
    { kind: "write", path: "/p/q", content: "3" },
  ]);
  await state.writeFile("/p", "a file stands where a folder must");
  const applied = await fails(() => state.applyEditPlan(plan));
  await state.rm("/p");
  const kept = await fails(() =>
    state.applyEdits([{ path: "/x", content: "1" }, { path: "/a/b", content: "" }], { rollbackOnError: false }),
  );
  const same = JSON.stringify(before) === JSON.stringify(await listing());
  return { edits, applied, kept, same, a: await state.readFile("/a") };
}

//= result: {
//=   edits: [
//=     "EISDIR",
//=     "EISDIR: illegal operation on a directory, applyEdits '/d' (at edits[2]; nothing was written)",
//=   ],
//=   applied: [
//=     "ENOTDIR",
//=     "ENOTDIR: not a directory, applyEditPlan '/p/q' (at edits[1]; nothing was written)",
//=   ],
//=   kept: [
//=     "ENOTDIR",
//=     "ENOTDIR: not a directory, applyEdits '/a/b' (at edits[1]; nothing was written)",
//=   ],
//=   same: true,
//=   a: "one",
//= }
