//+ files-texts

async () => {
  //+ value-or-code
  return E(() => state.applyEditPlan([{ path: "/n", content: "x" }]));
}

//= result: "E:?"
