//! [files]
//! "/l" = { symlink = "t" }
//! "/t" = "1"

async () => {
  await state.replaceInFile("/l", "1", "2");
  return [await state.readFile("/t"), (await state.lstat("/l")).type];
}

//= result: ["2", "symlink"]
//= changed: /t (1 -> 1)
