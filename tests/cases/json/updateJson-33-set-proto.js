//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":"__proto__","value":{"polluted":1}}]);
  return { r, file: await state.readFile("/c.json") };
}

//= result: {
//=   r: {
//=     value: { name: "app", v: 1, list: [1, 2, 3], o: { a: { b: 1 } }, __proto__: { polluted: 1 } },
//=     content: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  },\n  \"__proto__\": {\n    \"polluted\": 1\n  }\n}\n",
//=     diff: "--- /c.json\n+++ /c.json\n@@ -10,5 +10,8 @@\n     \"a\": {\n       \"b\": 1\n     }\n+  },\n+  \"__proto__\": {\n+    \"polluted\": 1\n   }\n }\n",
//=     operationsApplied: 1,
//=   },
//=   file: "{\n  \"name\": \"app\",\n  \"v\": 1,\n  \"list\": [\n    1,\n    2,\n    3\n  ],\n  \"o\": {\n    \"a\": {\n      \"b\": 1\n    }\n  },\n  \"__proto__\": {\n    \"polluted\": 1\n  }\n}\n",
//= }
//= changed: /c.json (111 -> 151)
