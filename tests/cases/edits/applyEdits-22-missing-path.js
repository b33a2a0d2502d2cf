//+ files-texts

async () => {
  //+ value-or-code
  return E(() => state.applyEdits([{ content: "x" }]));
}

//= result: "E:?"
