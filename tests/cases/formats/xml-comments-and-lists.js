//! about = "XML: comments and CDATA are written back, and named elements are arrays"

import { XMLBuilder, XMLParser } from "fast-xml-parser";

const text = "<!-- top --><list><!--one--><item>1</item><s><![CDATA[x < y]]></s></list>";
const options = { commentPropName: "#comment", cdataPropName: "#cdata" };
console.log(XML.stringify(XML.parse(text, options), options));
console.log(XML.stringify(XML.parse(text, { ...options, preserveOrder: true }), { ...options, preserveOrder: true, format: true }));
const ordered = { ...options, preserveOrder: true };
console.log(new XMLBuilder(ordered).build(new XMLParser(ordered).parse(text)));
console.log(JSON.stringify(XML.parse(text, { isArray: ["item"] })), JSON.stringify(XML.parse(text, { isArray: ["list.s"] })), JSON.stringify(XML.parse(text, { isArray: (name) => name === "s" })));
for (const attempt of [() => XML.parse(text, { isArray: "item" }), () => XML.stringify({ a: { "#comment": "a--b" } }, options)]) {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.name, error.message);
  }
}
//= result: undefined
//= console.log: <!-- top --><list><!--one--><item>1</item><s><![CDATA[x < y]]></s></list>
//= console.log: "<!-- top -->\n<list>\n  <!--one-->\n  <item>1</item>\n  <s><![CDATA[x < y]]></s>\n</list>"
//= console.log: <!-- top --><list><!--one--><item>1</item><s><![CDATA[x < y]]></s></list>
//= console.log: {"list":{"item":["1"],"s":"x < y"}} {"list":{"item":"1","s":["x < y"]}} {"list":{"item":"1","s":["x < y"]}}
//= console.log: TypeError XML.parse: isArray must be a function, or an array of names and paths such as "a.b.item", not a string
//= console.log: TypeError XML.stringify: "#comment": a comment of XML has no "--" and does not end in "-"
