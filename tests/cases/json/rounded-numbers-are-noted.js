//! [files]
//! "/a.json" = "{\"id\": 9007199254740993, \"name\": \"a\"}\n"
//! "/b.json" = "[1e400, 1.5]"
//! "/c.json" = "{\"price\": 1.50, \"tenth\": 0.1, \"large\": 1e300}"

async () => {
  const a = await state.readJson("/a.json");
  a.name = "b";
  await state.writeJson("/a.json", a);
  const [max] = await state.readJson("/b.json");
  await state.updateJson("/c.json", [{ op: "set", path: "max", value: max }]);
  const c = await state.readJson("/c.json");
  await state.writeJson("/c2.json", c);
  return [await state.readFile("/a.json"), await state.readFile("/c.json")];
}
//= result: [
//=   "{\n  \"id\": 9007199254740992,\n  \"name\": \"b\"\n}\n",
//=   "{\"price\": 1.50, \"tenth\": 0.1, \"large\": 1e300, \"max\": null}",
//= ]
//= console.warn: note: the number 9007199254740993 of '/a.json' is 9007199254740992 in JavaScript, and writeJson has written that to '/a.json': state.updateJson keeps the digits of all that it does not change, and state.readFile gives them as text
//= console.warn: note: the number 1e400 of '/b.json' is Infinity in JavaScript, and updateJson has written null to '/c.json': state.updateJson keeps the digits of all that it does not change, and state.readFile gives them as text
//= created: /c2.json (- -> 69)
//= changed: /a.json (38 -> 44)
//= changed: /c.json (45 -> 58)
