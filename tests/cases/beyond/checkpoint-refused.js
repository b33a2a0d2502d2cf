//! [files]
//! "/a" = "a"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  const none = await tried(() => state.restore("x"));
  await state.checkpoint("x");
  return {
    none,
    twice: await tried(() => state.checkpoint("x")),
    over: await tried(() => state.snapshot("x", { overwrite: true })),
    name: await tried(() => state.checkpoint("a/b")),
    long: await tried(() => state.checkpoint("x".repeat(81))),
    noName: await tried(() => state.checkpoint()),
    number: await tried(() => state.restore(1)),
    other: await tried(() => state.restore("y")),
    badName: await tried(() => state.restore("../a")),
    damaged: await tried(async () => {
      await state.writeFile("/.checkpoints/y", "no");
      return state.restore("y");
    }),
    future: await tried(async () => {
      await state.writeJson("/.checkpoints/z", { run: 99 });
      return state.restore("z");
    }),
    option: await tried(() => state.restore("x", { force: true })),
  };
}
//= result: {
//=   none: "ENOENT ENOENT: there is no checkpoint x; there are none: await state.checkpoint(\"x\") before the changes makes it, restore",
//=   twice: "EEXIST EEXIST: there is a checkpoint x already; use another name, or await state.checkpoint(\"x\", { overwrite: true }) to move it to now, checkpoint",
//=   over: { name: "x", run: 1 },
//=   name: "EINVAL EINVAL: \"a/b\" is no name of a checkpoint; use 1 to 80 letters, digits, dots, dashes and underscores, checkpoint",
//=   long: "EINVAL EINVAL: \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\" is no name of a checkpoint; use 1 to 80 letters, digits, dots, dashes and underscores, checkpoint",
//=   noName: "EINVAL state.checkpoint: missing required parameter \"name\" — expected state.checkpoint(name, options?)",
//=   number: "EINVAL state.restore: \"name\" must be a string or an object { name: string; run: number }, but is the number 1 — expected state.restore(name, options?)",
//=   other: "ENOENT ENOENT: there is no checkpoint y; the checkpoints are x, restore",
//=   badName: "EINVAL EINVAL: \"../a\" is no name of a checkpoint; use 1 to 80 letters, digits, dots, dashes and underscores, restore",
//=   damaged: "EBADMSG EBADMSG: /.checkpoints/y is not a checkpoint any more; something else wrote that file: make a new checkpoint, restore",
//=   future: "ESTALE ESTALE: history does not reach back to checkpoint z: it begins at run 1, and 100 is needed; undo single runs with state.undo(run), or change the files by hand, restore",
//=   option: "EINVAL state.restore: \"options.force\" is no option; the options are dryRun — expected state.restore(name, options?)",
//= }
//= created: /.checkpoints (- -> 0)
//= created: /.checkpoints/x (- -> 9)
//= created: /.checkpoints/y (- -> 2)
//= created: /.checkpoints/z (- -> 16)
