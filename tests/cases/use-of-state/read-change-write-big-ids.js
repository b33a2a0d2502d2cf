//! about = "A whole file is read, changed and written back: the digits that were lost are told."
//! [files]
//! "/db.json" = "{\"id\": 9007199254740993, \"balance\": 10.10, \"name\": \"x\"}"

async () => {
  const db = await state.readJson("/db.json");
  db.name = "y";
  await state.writeJson("/db.json", db);
  return state.readFile("/db.json");
}
//= result: "{\n  \"id\": 9007199254740992,\n  \"balance\": 10.1,\n  \"name\": \"y\"\n}\n"
//= console.warn: note: the number 9007199254740993 of '/db.json' is 9007199254740992 in JavaScript, and writeJson has written that to '/db.json': state.updateJson keeps the digits of all that it does not change, and state.readFile gives them as text
//= changed: /db.json (55 -> 63)
