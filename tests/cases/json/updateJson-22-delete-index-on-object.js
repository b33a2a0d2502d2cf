//! [files]
//! "/c.json" = "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}\n"

async () => {
  const r = await state.updateJson("/c.json", [{"op":"delete","path":".o[0]"}]);
  return { r, file: await state.readFile("/c.json") };
}

//= throws: Error
//= message: operation 0 (delete): JSON update expected array at [0]: .o is an object, updateJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 5:25
