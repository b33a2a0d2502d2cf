//! [files]
//! "/a" = "a"
//! "/b" = "b"

async () => {
  await state.writeFile("/a", "mine");
  const error = await state.undo().catch((error) => error);
  return [error.code, error.path, error.message, await state.readFile("/a"), await state.readFile("/b")];
}
//= result: [
//=   "ESTALE",
//=   "/a",
//=   "ESTALE: run 1 cannot be undone, because of what has changed since: '/a'; nothing was changed; this program has changed them: undo first, then change, undo",
//=   "mine",
//=   "b",
//= ]
//= changed: /a (1 -> 4)
