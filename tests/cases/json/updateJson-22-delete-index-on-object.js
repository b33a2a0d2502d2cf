//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"delete","path":".o[0]"}]);
  return { r, file: await state.readFile("/c.json") };
}

//= throws: Error
//= message: operation 0 (delete): JSON update expected array at [0]: .o is an object, updateJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 5:25
