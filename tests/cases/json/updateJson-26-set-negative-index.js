//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":".list[-1]","value":9}]);
  return { r, file: await state.readFile("/c.json") };
}

//= result: {
//=   r: {
//=     value: { name: "app", v: 1, list: [1, 2, 9], o: { a: { b: 1 } } },
//=     content: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    9\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}\n",
//=     diff: "--- /c.json\n+++ /c.json\n@@ -4,7 +4,7 @@\n   \"list\": [\n     1,\n     2,\n-    3\n+    9\n   ],\n   \"o\": {\n     \"a\": {\n",
//=     operationsApplied: 1,
//=   },
//=   file: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    9\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}\n",
//= }
//= changed: /c.json (111 -> 111)
