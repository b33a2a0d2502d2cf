//! [files]
//! "/a" = "x"
//! "/d/e" = "y"

async () => {
  await state.writeFile("/new", "1");
  await state.rm("/new");
  await state.writeFile("/a", "x");
  await state.appendFile("/d/e", "z");
  await state.moveTree("/d", "/f");
}

//= result: undefined
//= created: /f (- -> 0)
//= created: /f/e (- -> 2)
//= deleted: /d (0 -> -)
//= deleted: /d/e (1 -> -)
