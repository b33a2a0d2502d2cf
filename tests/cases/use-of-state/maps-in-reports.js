//! about = "A report that holds a Map is refused with the line to write, then written."
//! [files]
//! "/log.txt" = "a\nb\na\n"

async () => {
  const counts = new Map();
  for (const line of (await state.readFile("/log.txt")).trim().split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  const report = { at: new Date(0), counts, unique: new Set(counts.keys()), nothing: undefined, bad: NaN, buffer: Buffer.from("hi") };
  const messages = [];
  for (const fix of [() => {}, () => { report.counts = Object.fromEntries(counts); }, () => { report.unique = [...report.unique]; }]) {
    fix();
    await state.writeJson("/report.json", report).then(() => messages.push("written"), (e) => messages.push(`${e.code}: ${e.message}`));
  }
  return { messages, text: await state.readFile("/report.json"), returned: counts };
}
//= result: {
//=   messages: [
//=     "EINVAL: state.writeJson: \"value.counts\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.writeJson(path, value, options?)",
//=     "EINVAL: state.writeJson: \"value.unique\" must be a JSON value (JSON keeps no items of a Set: write [...set]), but is a Set — expected state.writeJson(path, value, options?)",
//=     "written",
//=   ],
//=   text: "{\n  \"at\": \"1970-01-01T00:00:00.000Z\",\n  \"counts\": {\n    \"a\": 2,\n    \"b\": 1\n  },\n  \"unique\": [\n    \"a\",\n    \"b\"\n  ],\n  \"bad\": null,\n  \"buffer\": {\n    \"type\": \"Buffer\",\n    \"data\": [\n      104,\n      105\n    ]\n  }\n}\n",
//=   returned: Map { "a": 2, "b": 1 },
//= }
//= created: /report.json (- -> 214)
