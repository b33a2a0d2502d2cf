//+ files-texts

async () => {
  //+ value-or-code
  const r = await E(() => state.applyEdits([{ path: "/c.txt" }]));
  return [r, await state.readFile("/c.txt")];
}

//= result: ["E:?", "one\ntwo\nthree\n"]
