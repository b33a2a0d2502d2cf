//+ files-json-laid-out

async () => {
  //+ value-or-code
  const r = await E(() => state.updateJson("/c.json", [{"op":"set","path":"[\"v\"]","value":2}]));
  return [typeof r === "string" ? r : r.value, await state.readJson("/c.json")];
}

//= result: [
//=   { name: "app", v: 2, list: [1, 2, 3], o: { a: { b: 1 } } },
//=   { name: "app", v: 2, list: [1, 2, 3], o: { a: { b: 1 } } },
//= ]
//= changed: /c.json (111 -> 111)
