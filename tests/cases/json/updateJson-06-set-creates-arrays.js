//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":".p[0].q","value":1}]);
  return { r, file: await state.readFile("/c.json") };
}

//= result: {
//=   r: {
//=     value: { name: "app", v: 1, list: [1, 2, 3], o: { a: { b: 1 } }, p: [{ q: 1 }] },
//=     content: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  },\n  \"p\": [\n    {\n      \"q\": 1\n    }\n  ]\n}\n",
//=     diff: "--- /c.json\n+++ /c.json\n@@ -10,5 +10,10 @@\n     \"a\": {\n       \"b\": 1\n     }\n-  }\n+  },\n+  \"p\": [\n+    {\n+      \"q\": 1\n+    }\n+  ]\n }\n",
//=     operationsApplied: 1,
//=   },
//=   file: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  },\n  \"p\": [\n    {\n      \"q\": 1\n    }\n  ]\n}\n",
//= }
//= changed: /c.json (111 -> 150)
