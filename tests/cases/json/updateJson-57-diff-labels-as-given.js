//! [files]
//! "/c.json" = "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}\n"

async () => {
  return (await state.updateJson("c.json", [{ op: "set", path: "v", value: 7 }])).diff.split("\n").slice(0, 2);
}

//= result: ["--- c.json", "+++ c.json"]
//= changed: /c.json (111 -> 111)
