//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":".list[1]","value":"two"}]);
  return { r, file: await state.readFile("/c.json") };
}

//= result: {
//=   r: {
//=     value: { name: "app", v: 1, list: [1, "two", 3], o: { a: { b: 1 } } },
//=     content: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    \"two\",\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}\n",
//=     diff: "--- /c.json\n+++ /c.json\n@@ -3,7 +3,7 @@\n   \"v\": 1,\n   \"list\": [\n     1,\n-    2,\n+    \"two\",\n     3\n   ],\n   \"o\": {\n",
//=     operationsApplied: 1,
//=   },
//=   file: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    \"two\",\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  }\n}\n",
//= }
//= changed: /c.json (111 -> 115)
