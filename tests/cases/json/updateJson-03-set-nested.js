//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":".o.a.b","value":{"c":[true]}}]);
  return { r, file: await state.readFile("/c.json") };
}

//= result: {
//=   r: {
//=     value: { name: "app", v: 1, list: [1, 2, 3], o: { a: { b: { c: [true] } } } },
//=     content: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": {\n        \"c\": [\n          true\n        ]\n      }\n    }\n  }\n}\n",
//=     diff: "--- /c.json\n+++ /c.json\n@@ -8,7 +8,11 @@\n   ],\n   \"o\": {\n     \"a\": {\n-      \"b\": 1\n+      \"b\": {\n+        \"c\": [\n+          true\n+        ]\n+      }\n     }\n   }\n }\n",
//=     operationsApplied: 1,
//=   },
//=   file: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": {\n        \"c\": [\n          true\n        ]\n      }\n    }\n  }\n}\n",
//= }
//= changed: /c.json (111 -> 159)
