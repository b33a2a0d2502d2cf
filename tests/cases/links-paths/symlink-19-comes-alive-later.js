//! [files]
//! "/l" = { symlink = "later" }

async () => {
  //+ value-or-code
  const before = await E(() => state.readFile("/l")); await state.writeFile("/later", "now");
  return [before, await state.readFile("/l")];
}

//= result: ["E:ENOENT", "now"]
//= created: /later (- -> 3)
