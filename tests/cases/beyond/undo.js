//! about = "The files of a case are one operation, that before the program."
//! [files]
//! "/a" = "a"
//! "/dir/b" = "b"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  const history = await state.history();
  await state.writeFile("/mine", "1");
  const dry = await state.undo({ dryRun: true });
  const still = await state.readFile("/a");
  const undone = await state.undo();
  return {
    history: history.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })), dry, still, undone,
    left: await state.readdir("/"),
    nothing: await tried(() => state.undo()),
    unknown: await tried(() => state.undo(99)),
    wrong: await tried(() => state.undo(0)),
    text: await tried(() => state.undo("last")),
    file: await tried(() => state.revert("/a")),
    itself: await tried(() => state.undo(2)),
    option: await tried(() => state.undo({ steps: 1 })),
    own: await state.history(),
  };
}
//= result: {
//=   history: [{ run: 1, label: "", paths: 3, state: "finished", at: "2025-01-01T00:00:00.000Z" }],
//=   dry: {
//=     run: 1,
//=     label: "",
//=     dryRun: true,
//=     created: [],
//=     changed: [],
//=     deleted: ["/a", "/dir", "/dir/b"],
//=   },
//=   still: "a",
//=   undone: {
//=     run: 1,
//=     label: "",
//=     dryRun: false,
//=     created: [],
//=     changed: [],
//=     deleted: ["/a", "/dir", "/dir/b"],
//=   },
//=   left: ["mine"],
//=   nothing: "ENOENT ENOENT: there is no run before this program that is not undone; state.history() lists what there was, and state.undo(run) undoes an undo, undo",
//=   unknown: "ENOENT ENOENT: there is no run 99 in the history; state.history() lists what can be undone, and old runs are forgotten, undo",
//=   wrong: "EINVAL state.undo: \"run\" must be the number of a run, which state.history() and the answer of every change tell, but is 0 — expected state.undo(run?, options?)",
//=   text: "EINVAL state.undo: \"run\" must be a number, but is the string \"last\" — expected state.undo(run?, options?)",
//=   file: "EINVAL state.undo: \"run\" must be a number, but is the string \"/a\" — expected state.undo(run?, options?); it takes back whole runs: await state.history({ path: \"/a\" }) lists those that changed the file, each with its number",
//=   itself: "EINVAL EINVAL: run 2 is this program itself, undo",
//=   option: "EINVAL state.undo: unknown parameter \"steps\" — expected state.undo(run?, options?), or one object with these names; the options are dryRun",
//=   own: [{ run: 1, label: "", at: Date(2025-01-01T00:00:00.000Z), paths: 3, state: "finished" }],
//= }
//= created: /mine (- -> 1)
//= deleted: /a (1 -> -)
//= deleted: /dir (0 -> -)
//= deleted: /dir/b (1 -> -)
