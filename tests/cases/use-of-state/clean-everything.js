//! about = "The workspace is emptied with patterns and with a loop."
//! [files]
//! "/tmp/a.log" = "1"
//! "/tmp/b.log" = "2"
//! "/tmp/c.txt" = "3"
//! "/x/y/z" = "4"

async () => {
  await state.checkpoint("before");
  const errors = [];
  for (const call of [() => state.rm("/tmp/*.log", { force: true }), () => state.removeTree("/tmp/*"), () => state.rm("/none/*.log", { force: true }), () => state.rm("/tmp/*.md")]) {
    try { await call(); errors.push(null); } catch (error) { errors.push(`${error.code}: ${error.message}`); }
  }
  for (const path of await state.glob("/tmp/*.log")) await state.rm(path);
  const left = await state.readdir("/tmp");
  for (const name of await state.readdir("/")) await state.rm(`/${name}`, { recursive: true });
  const empty = await state.readdir("/");
  await state.restore("before");
  return { errors, left, empty, again: await state.glob("/**", { nodir: true }) };
}
//= result: {
//=   errors: [
//=     "ENOENT: ENOENT: no such file or directory, rm '/tmp/*.log'; a path is no pattern: for (const file of await state.glob(\"/tmp/*.log\")) await state.rm(file, { force: true })",
//=     "ENOENT: ENOENT: no such file or directory, removeTree '/tmp/*'; a path is no pattern: for (const found of await state.glob(\"/tmp/*\")) await state.removeTree(found)",
//=     null,
//=     "ENOENT: ENOENT: no such file or directory, rm '/tmp/*.md'; a path is no pattern: for (const file of await state.glob(\"/tmp/*.md\")) await state.rm(file)",
//=   ],
//=   left: ["c.txt"],
//=   empty: [],
//=   again: ["/tmp/a.log", "/tmp/b.log", "/tmp/c.txt", "/x/y/z"],
//= }
//= created: /.checkpoints (- -> 0)
//= created: /.checkpoints/before (- -> 9)
