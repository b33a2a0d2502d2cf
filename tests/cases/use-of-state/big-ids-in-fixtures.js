//! about = "One field of a file with big numbers is changed; the numbers keep every digit."
//! [files]
//! "/fixtures/tweets.json" = "[\n  {\"id\": 1234567890123456789, \"likes\": 1.0, \"text\": \"a\"},\n  {\"id\": 1234567890123456790, \"likes\": 2e3, \"text\": \"b\"}\n]\n"

async () => {
  const file = "/fixtures/tweets.json";
  const tweets = await state.readJson(file);
  const operations = [];
  tweets.forEach((tweet, i) => {
    operations.push({ op: "set", path: `[${i}].text`, value: tweet.text.toUpperCase() });
    operations.push({ op: "set", path: `[${i}].seen`, value: true });
  });
  operations.push({ op: "delete", path: "[1].likes" });
  const { operationsApplied } = await state.updateJson(file, operations);
  return [operationsApplied, await state.readFile(file), await state.queryJson(file, "$[?@.id > 1234567890123456789].text")];
}
//= result: [
//=   5,
//=   "[\n  {\"id\": 1234567890123456789, \"likes\": 1.0, \"text\": \"A\", \"seen\": true},\n  {\"id\": 1234567890123456790, \"text\": \"B\", \"seen\": true}\n]\n",
//=   ["B"],
//= ]
//= changed: /fixtures/tweets.json (119 -> 133)
