//! [files]
//! "/d/a" = "A"

async () => {
  await state.symlink("a", "/d/l");
  return [await state.readlink("/d/l"), await state.readFile("/d/l")];
}

//= result: ["a", "A"]
//= created: /d/l (- -> 1)
