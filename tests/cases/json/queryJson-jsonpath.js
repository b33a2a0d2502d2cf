//! [files]
//! "/store.json" = "{\"books\":[{\"title\":\"A\",\"price\":8.95,\"tags\":[\"x\",\"y\"]},{\"title\":\"B\",\"price\":12.99,\"id\":9007199254740993},{\"title\":\"C\",\"price\":8.99,\"id\":9007199254740992}],\"bicycle\":{\"price\":399},\"text\":\"abc\"}"

async () => {
  const answers = {};
  for (const path of [
    "$..price",
    "..title",
    "books[0:2].title",
    "$.books[-1:].title",
    ".books[?@.price < 9].title",
    "$.books[?(@.tags && @.price < 10)].title",
    "$.books[?@.id == 9007199254740993].title",
    "books[?match(@.title, '[AB]')].price",
    "books[?count(@.tags[*]) == 0].title",
    "$['books','text'][0]['title']",
    "books[*].title",
    "$.nope.deeper[0]",
    "$.nope[*]",
    "$.text[0:1]",
    "$.text[*]",
    "$.text.length",
    "$..",
    "$[?@.a = 1]",
  ]) {
    answers[path] = await state.queryJson("/store.json", path).catch((error) => error.message);
  }
  const several = await state.updateJson("/store.json", [{ op: "set", path: "$..price", value: 1 }]).catch((error) => [error.code, error.message]);
  return { answers, several };
}
//= result: {
//=   answers: {
//=     "$..price": [8.95, 12.99, 8.99, 399],
//=     "..title": ["A", "B", "C"],
//=     "books[0:2].title": ["A", "B"],
//=     "$.books[-1:].title": ["C"],
//=     ".books[?@.price < 9].title": ["A", "C"],
//=     "$.books[?(@.tags && @.price < 10)].title": ["A"],
//=     "$.books[?@.id == 9007199254740993].title": ["B"],
//=     "books[?match(@.title, '[AB]')].price": [8.95, 12.99],
//=     "books[?count(@.tags[*]) == 0].title": ["B", "C"],
//=     "$['books','text'][0]['title']": ["A"],
//=     "books[*].title": ["A", "B", "C"],
//=     "$.nope.deeper[0]": undefined,
//=     "$.nope[*]": [],
//=     "$.text[0:1]": [],
//=     "$.text[*]": "JSON query expected an array at [*]: .text is a string, queryJson '/store.json'",
//=     "$.text.length": "JSON query expected object access at \"length\": .text is a string, queryJson '/store.json'",
//=     "$..": "Invalid JSON path: $.. ('..' ends it; write ..name, ..* or ..[0]), queryJson '/store.json'",
//=     "$[?@.a = 1]": "Invalid JSON path: $[?@.a = 1] ('=' is not understood; write ==), queryJson '/store.json'",
//=   },
//=   several: [
//=     "EINVAL",
//=     "operation 0 (set): ..price can name several places, and an operation changes one: find them with queryJson or readJson, and write one operation for each, with an index such as [0] or a key as [\"key\"], updateJson '/store.json'",
//=   ],
//= }
//= console.warn: note: queryJson of '/store.json': [0:1] finds nothing in .text, which is a string
