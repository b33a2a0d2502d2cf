//! [files]
//! "/c.json" = "[\n  1,\n  2\n]\n"

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":"[1]","value":"x"}]);
  return { r, file: await state.readFile("/c.json") };
}

//= result: {
//=   r: {
//=     value: [1, "x"],
//=     content: "[\n  1,\n  \"x\"\n]\n",
//=     diff: "--- /c.json\n+++ /c.json\n@@ -1,4 +1,4 @@\n [\n   1,\n-  2\n+  \"x\"\n ]\n",
//=     operationsApplied: 1,
//=   },
//=   file: "[\n  1,\n  \"x\"\n]\n",
//= }
//= changed: /c.json (13 -> 15)
