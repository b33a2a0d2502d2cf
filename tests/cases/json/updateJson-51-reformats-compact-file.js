//! [files]
//! "/c.json" = "{\"a\":1,\"b\":[1,2]}"

async () => {
  const r = await state.updateJson("/c.json", [{ op: "set", path: "a", value: 2 }]);
  return [await state.readFile("/c.json"), r.diff];
}

//= result: [
//=   "{\"a\":2,\"b\":[1,2]}",
//=   "--- /c.json\n+++ /c.json\n@@ -1,1 +1,1 @@\n-{\"a\":1,\"b\":[1,2]}\n\\ No newline at end of file\n+{\"a\":2,\"b\":[1,2]}\n\\ No newline at end of file\n",
//= ]
//= changed: /c.json (17 -> 17)
