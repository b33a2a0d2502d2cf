//! [options]
//! commit = "dry-run"
//! [files]
//! "/a" = "x"

async () => {
  await state.writeFile("/a", "y");
  await state.rm("/a");
  await state.writeFile("/b", "z");
  return state.readdir("/");
}

//= result: ["b"]
//= created: /b (- -> 1)
//= deleted: /a (1 -> -)
//= committed: no
