//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"exchange","path":"v","value":5}]);
  return { r, file: await state.readFile("/c.json") };
}

//= throws: TypeError
//= message: state.updateJson: "operations[0].op" must be one of "set", "delete", "insert", "append", "merge", "test", but is the string "exchange" — expected state.updateJson(path, operations)
//= code: EINVAL
//= at: 5:25
