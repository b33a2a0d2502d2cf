import { XMLBuilder, XMLParser, XMLValidator } from "fast-xml-parser";

const text = `<?xml version="1.0"?>
<!DOCTYPE note [<!ENTITY who "Ann">]>
<root a="1" b='two &amp; x'>
  <!-- no -->
  <item id="1">one</item><item id="2"><![CDATA[<two>]]></item>
  <n:ns xmlns:n="urn:x">3.50</n:ns>
  <empty/><deep><deeper>&who; &lt;3 &#65;</deeper></deep>
  <mixed>a<b>c</b>d</mixed>
</root>`;

export default () => {
  const options = { ignoreAttributes: false, attributeNamePrefix: "@", parseAttributeValue: true, cdataPropName: "#cdata", processEntities: true, htmlEntities: true };
  const parsed = new XMLParser(options).parse(text);
  return {
    parsed,
    plain: new XMLParser().parse("<a><b>1</b><b>0x1F</b><b>007</b><b> x </b><b>1e3</b></a>"),
    ordered: new XMLParser({ preserveOrder: true, ignoreAttributes: false }).parse("<a x='1'>t<b/>u</a>"),
    arrays: new XMLParser({ isArray: (name) => name === "item", removeNSPrefix: true }).parse(text).root,
    built: new XMLBuilder({ ...options, format: true }).build({ r: { "@id": 1, list: { i: [1, "a<b"] }, e: "" } }),
    valid: [XMLValidator.validate("<a><b></a>"), XMLValidator.validate("<a x=1/>"), XMLValidator.validate(text)],
    hooks: new XMLParser({ tagValueProcessor: (name, value) => name + "=" + value, stopNodes: ["a.raw"] }).parse("<a><x>1</x><raw><y>2</y></raw></a>"),
  };
};
