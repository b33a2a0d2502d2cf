//+ files-json-laid-out

async () => {
  return (await state.updateJson("c.json", [{ op: "set", path: "v", value: 7 }])).diff.split("\n").slice(0, 2);
}

//= result: ["--- c.json", "+++ c.json"]
//= changed: /c.json (111 -> 111)
