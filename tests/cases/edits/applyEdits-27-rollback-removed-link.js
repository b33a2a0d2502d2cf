//! [files]
//! "/l" = { symlink = "t" }
//! "/t" = "1"

async () => {
  //+ value-or-code
  await E(() => state.applyEdits([{ path: "/l", content: "2" }, { path: "/", content: "x" }]));
  return [(await state.lstat("/l")).type, await state.readFile("/l"), await state.readFile("/t")];
}

//= result: ["symlink", "1", "1"]
