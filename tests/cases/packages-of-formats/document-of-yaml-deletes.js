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
//= result: undefined
//= console.log: "# settings\n\n# first\na: 1 # one\nlist:\n  - x # of x\n  - y # of y\nflow: { p: 1, q: 2 }\n"
//= console.log: "# settings\n\n# first\na: 1 # one\n# second\nb: 2 # two\nlist:\n  - y # of y\nflow: { p: 1, q: 2 }\n"
//= console.log: "# settings\n\n# first\na: 1 # one\n# second\nb: 2 # two\nlist:\n  - y # of y\n  - z\nflow: { p: 1, q: 2 }\n"
//= console.log: "# settings\n\n# first\na: 1 # one\n# second\nb: 2 # two\nflow: { p: 1, q: 2 }\n"
//= console.log: "# settings\n\n# first\na: 1 # one\n# second\nb: 2 # two\nlist:\n  - x # of x\n  - y # of y\nflow: {q: 2}\n"
//= console.log: "# settings\n\n# first\na:\n  b: 1 # one\n# second\nb: 2 # two\nlist:\n  - x # of x\n  - y # of y\nflow: { p: 1, q: 2 }\n"
//= console.log: TypeError yaml: commentBefore is not here: a comment is changed in the text, as with text.replace(…); those that are there stay
//= console.log: TypeError yaml: there are no scalars to keep here: documents are values here: change them by doc.setIn, or change doc.toJS() and stringify it
//= console.log: TypeError yaml: contents is not here: documents are values here: change them by doc.setIn, or change doc.toJS() and stringify it
//= console.log: TypeError yaml: createNode is not here: give the value itself to set, setIn or addIn
//= console.log: Error the change would lose comments, anchors or aliases of lines 8, 9: yaml.stringify(doc.toJS()) writes the text without them
//= console.log: [ true, [ 'x', 'y' ], false ]
