//! [files]
//! "/c.json" = "{\n  \"list\": [1, 2],\n  \"o\": { \"a\": 1, \"b\": { \"c\": null } }\n}\n"

async () => {
  const updated = await state.updateJson("/c.json", [
    { op: "test", path: ".o.a", value: 1 },
    { op: "insert", path: ".list[0]", value: 0 },
    { op: "insert", path: ".list[3]", value: 3 },
    { op: "append", path: ".list", value: [4] },
    { op: "append", path: ".new.list", value: "first" },
    { op: "merge", path: ".o", nullDeletes: true, value: { a: null, b: { d: 2 }, e: { f: null, g: [null] } } },
    { op: "test", path: ".o", value: { e: { g: [null] }, b: { d: 2, c: null } } },
    { op: "delete", path: ".list[1]" },
  ]);
  return [updated, await state.readFile("/c.json")];
}

//= result: [
//=   {
//=     value: {
//=       list: [0, 2, 3, [4]],
//=       o: { b: { c: null, d: 2 }, e: { g: [null] } },
//=       new: { list: ["first"] },
//=     },
//=     content: "{\n  \"list\": [0, 2, 3, [4]],\n  \"o\": { \"b\": { \"c\": null, \"d\": 2 }, \"e\": {\"g\":[null]} },\n  \"new\": {\n    \"list\": [\n      \"first\"\n    ]\n  }\n}\n",
//=     diff: "--- /c.json\n+++ /c.json\n@@ -1,4 +1,9 @@\n {\n-  \"list\": [1, 2],\n-  \"o\": { \"a\": 1, \"b\": { \"c\": null } }\n+  \"list\": [0, 2, 3, [4]],\n+  \"o\": { \"b\": { \"c\": null, \"d\": 2 }, \"e\": {\"g\":[null]} },\n+  \"new\": {\n+    \"list\": [\n+      \"first\"\n+    ]\n+  }\n }\n",
//=     operationsApplied: 8,
//=   },
//=   "{\n  \"list\": [0, 2, 3, [4]],\n  \"o\": { \"b\": { \"c\": null, \"d\": 2 }, \"e\": {\"g\":[null]} },\n  \"new\": {\n    \"list\": [\n      \"first\"\n    ]\n  }\n}\n",
//= ]
//= changed: /c.json (60 -> 137)
