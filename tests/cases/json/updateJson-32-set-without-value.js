//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":"v"}]);
  return { r, file: await state.readFile("/c.json") };
}

//= throws: TypeError
//= message: state.updateJson: "operations[0].value" must be a JSON value, but is undefined — expected state.updateJson(path, operations)
//= code: EINVAL
//= at: 5:25
