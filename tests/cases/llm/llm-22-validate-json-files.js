//! [files]
//! "/data/bad.json" = "{oops"
//! "/data/empty.json" = ""
//! "/data/ok.json" = "[1]"
//! "/data/sub/ok2.json" = "{\"a\":null}"

async () => {
  const report = { valid: [], invalid: [] };
  for (const f of await state.find("/data", { type: "file", name: "*.json" })) {
    try { await state.readJson(f.path); report.valid.push(f.path); }
    catch (e) { report.invalid.push([f.path, e.message.startsWith("Invalid JSON in " + f.path)]); }
  }
  return report;
}

//= result: {
//=   valid: ["/data/ok.json", "/data/sub/ok2.json"],
//=   invalid: [["/data/bad.json", true], ["/data/empty.json", true]],
//= }
