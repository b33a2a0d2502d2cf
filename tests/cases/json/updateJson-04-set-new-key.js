//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":"new","value":null}]);
  return { r, file: await state.readFile("/c.json") };
}

//= result: {
//=   r: {
//=     value: { name: "app", v: 1, list: [1, 2, 3], o: { a: { b: 1 } }, new: null },
//=     content: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  },\n  \"new\": null\n}\n",
//=     diff: "--- /c.json\n+++ /c.json\n@@ -10,5 +10,6 @@\n     \"a\": {\n       \"b\": 1\n     }\n-  }\n+  },\n+  \"new\": null\n }\n",
//=     operationsApplied: 1,
//=   },
//=   file: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  },\n  \"new\": null\n}\n",
//= }
//= changed: /c.json (111 -> 126)
