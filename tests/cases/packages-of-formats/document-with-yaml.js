//! about = "A document of yaml keeps its comments; parse and stringify have the package's defaults."

import { parse, parseDocument, stringify } from "yaml";
import YAML from "yaml";

const document = parseDocument("# settings\nname: demo # kept\nports:\n  - 80\n");
document.set("name", "other");
document.setIn(["limits", "cpu"], 2);
document.addIn(["ports"], 443);
console.log(document.toString());
console.log(document.get("name"), document.getIn(["limits", "cpu"]), document.has("none"), JSON.stringify(document.toJS()));
console.log(JSON.stringify(parse("day: 2024-05-06\n<<: { a: 1 }\nno: yes\nbig: 0x1f")));
console.log(stringify({ list: [1, { a: [] }], text: "two\nlines", quoted: "a: b", empty: {}, none: null }));
console.log(parseDocument("a: [1").errors[0].name, YAML.parse(""));
for (const attempt of [() => parse("a: 1\n---\nb: 2"), () => parse("a: 1", { customTags: [1] }), () => document.contents, () => YAML.visit(document), () => stringify({}, { indnt: 4 })]) {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.name, error.message);
  }
}
//= result: undefined
//= console.log: "# settings\nname: other # kept\nports:\n  - 80\n  - 443\nlimits:\n  cpu: 2\n"
//= console.log: other 2 false {"name":"other","ports":[80,443],"limits":{"cpu":2}}
//= console.log: {"day":"2024-05-06","<<":{"a":1},"no":"yes","big":31}
//= console.log: "list:\n  - 1\n  - a: []\ntext: |-\n  two\n  lines\nquoted: \"a: b\"\nempty: {}\nnone: null\n"
//= console.log: YAMLParseError null
//= console.log: YAMLParseError Source contains multiple documents; please use YAML.parseAllDocuments()
//= console.log: TypeError yaml.parse has the option customTags not here: load the text, and change the values
//= console.log: TypeError yaml: contents is not here: documents are values here: change them by doc.setIn, or change doc.toJS() and stringify it
//= console.log: TypeError yaml.visit is not here: documents are values here: change them by doc.setIn, or change doc.toJS() and stringify it
//= console.log: TypeError yaml.stringify has no option indnt; there are aliasDuplicateObjects, blockQuote, collectionStyle, defaultKeyType, defaultStringType, doubleQuotedMinMultiLineLength, falseStr, flowCollectionPadding, indent, indentSeq, keepUndefined, lineWidth, logLevel, merge, minContentWidth, nullStr, prettyErrors, schema, simpleKeys, singleQuote, sortMapEntries, strict, trueStr, uniqueKeys, version
