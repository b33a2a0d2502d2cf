//! [files]
//! "/a" = "xay"

async () => {
  //+ value-or-code
  const r = await E(() => state.replaceInFile("/a", "a"));
  return [r, await state.readFile("/a")];
}

//= result: ["E:?", "xay"]
