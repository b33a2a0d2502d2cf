//! [files]
//! "/l" = { symlink = "t" }
//! "/t" = "1"

async () => {
  await state.appendFile("/l", "2");
  return [await state.readFile("/t"), (await state.lstat("/l")).type];
}

//= result: ["12", "symlink"]
//= changed: /t (1 -> 2)
