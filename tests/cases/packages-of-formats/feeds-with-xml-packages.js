//! about = "A feed with fast-xml-parser and xml2js, and both written again."
//! [files]
//! "/feed.xml" = "<?xml version=\"1.0\"?>\n<feed lang=\"en\">\n  <title>News &amp; more</title>\n  <entry id=\"1\"><score>007</score><n>4.50</n></entry>\n  <entry id=\"2\"><body><![CDATA[<b>]]></body><empty/></entry>\n</feed>\n"

import { XMLBuilder, XMLParser, XMLValidator } from "fast-xml-parser";
import { Builder, parseString, parseStringPromise } from "xml2js";
import { readFileSync } from "fs";

const text = readFileSync("/feed.xml", "utf8");
console.log(JSON.stringify(new XMLParser().parse(text)));
const value = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "entry" }).parse(text);
console.log(JSON.stringify(value));
console.log(new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true }).build(value));
console.log(XMLValidator.validate("<a><b></a>"), XMLValidator.validate(text));
const tree = await parseStringPromise(text);
console.log(JSON.stringify(tree));
parseString(text, { explicitArray: false, mergeAttrs: true }, (error, result) => console.log(error, JSON.stringify(result)));
console.log(new Builder().buildObject({ feed: { $: { lang: "en" }, entry: [{ a: 1 }, "t"] } }));
parseString("<a><b></a>", (error) => console.log(error.message));
for (const attempt of [() => new XMLParser({ ignoreAttribute: false }), () => new XMLParser({ stopNodes: ["a"] }), () => parseString("<a/>", { xmlns: true })]) {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.message);
  }
}
//= result: undefined
//= console.log: {"?xml":"","feed":{"title":"News & more","entry":[{"score":7,"n":4.5},{"body":"<b>","empty":""}]}}
//= console.log: {"?xml":{"@_version":"1.0"},"feed":{"title":"News & more","entry":[{"score":7,"n":4.5,"@_id":"1"},{"body":"<b>","empty":"","@_id":"2"}],"@_lang":"en"}}
//= console.log: "<?xml version=\"1.0\"?>\n<feed lang=\"en\">\n  <title>News &amp; more</title>\n  <entry id=\"1\">\n    <score>7</score>\n    <n>4.5</n>\n  </entry>\n  <entry id=\"2\">\n    <body>&lt;b&gt;</body>\n    <empty/>\n  </entry>\n</feed>\n"
//= console.log: "{\n  err: {\n    code: 'InvalidXml',\n    msg: '</a> closes <b>: close that first',\n    line: 1,\n    col: 7\n  }\n} true"
//= console.log: {"feed":{"$":{"lang":"en"},"title":["News & more"],"entry":[{"$":{"id":"1"},"score":["007"],"n":["4.50"]},{"$":{"id":"2"},"body":["<b>"],"empty":[""]}]}}
//= console.log: null {"feed":{"lang":"en","title":"News & more","entry":[{"id":"1","score":"007","n":"4.50"},{"id":"2","body":"<b>","empty":""}]}}
//= console.log: "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<feed lang=\"en\">\n  <entry>\n    <a>1</a>\n  </entry>\n  <entry>t</entry>\n</feed>"
//= console.log: "</a> closes <b>: close that first\nLine: 0\nColumn: 6\nChar: <"
//= console.log: fast-xml-parser.XMLParser has no option ignoreAttribute; there are allowBooleanAttributes, alwaysCreateTextNode, attributeNamePrefix, attributeValueProcessor, attributesGroupName, captureMetaData, cdataPropName, commentPropName, htmlEntities, ignoreAttributes, ignoreDeclaration, ignorePiTags, isArray, jPath, maxNestedTags, numberParseOptions, parseAttributeValue, parseTagValue, preserveOrder, processEntities, removeNSPrefix, stopNodes, strictReservedNames, tagValueProcessor, textNodeName, transformAttributeName, transformTagName, trimValues, unpairedTags
//= console.log: fast-xml-parser.XMLParser has the option stopNodes not here: such a text is no XML
//= console.log: xml2js.Parser has the option xmlns not here: processors.stripPrefix takes prefixes off
