//! about = "A document of yaml deletes members and items with their comments, and says what it has not."

import { parseDocument } from "yaml";

const text = "# settings\n\n# first\na: 1 # one\n# second\nb: 2 # two\nlist:\n  - x # of x\n  - y # of y\nflow: { p: 1, q: 2 }\n";
const changed = (change) => {
  const document = parseDocument(text);
  change(document);
  return document.toString();
};
console.log(changed((document) => document.delete("b")));
console.log(changed((document) => document.deleteIn(["list", 0])));
console.log(changed((document) => { document.deleteIn(["list", 0]); document.addIn(["list"], "z"); }));
console.log(changed((document) => document.delete("list")));
console.log(changed((document) => document.deleteIn(["flow", "p"])));
console.log(changed((document) => document.set("a", { b: 1 })));
const attempts = [
  (document) => { document.commentBefore = "hello"; },
  (document) => { document.get("a", true).value = 3; },
  (document) => { document.contents = 1; },
  (document) => document.createNode([1]),
  (document) => { document.set("list", 1); return document.toString(); },
  (document) => [document.has("a"), document.get("list"), document.delete("none")],
];
for (const attempt of attempts) {
  try {
    console.log(attempt(parseDocument(text)));
  } catch (error) {
    console.log(error.name, error.message);
  }
}
