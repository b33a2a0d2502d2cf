//! [files]
//! "/l" = { symlink = "/made" }

async () => {
  await state.appendFile("/l", "2");
  return [await state.exists("/made"), (await state.lstat("/l")).type];
}

//= result: [true, "symlink"]
//= created: /made (- -> 1)
