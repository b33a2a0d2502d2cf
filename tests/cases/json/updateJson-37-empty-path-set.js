//+ files-json-laid-out

async () => {
  //+ value-or-code
  const r = await E(() => state.updateJson("/c.json", [{"op":"set","path":"","value":1}]));
  return [typeof r === "string" ? r : r.value, await state.readJson("/c.json")];
}

//= result: ["E:?", { name: "app", v: 1, list: [1, 2, 3], o: { a: { b: 1 } } }]
