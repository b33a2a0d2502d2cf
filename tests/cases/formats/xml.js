//! about = "XML: the shape of fast-xml-parser, with attributes kept and every text a string"

async () => {
  const why = (run) => { try { return run(); } catch (error) { return [error.name, error.line, error.column, error.message]; } };
  return {
    value: XML.parse('<?xml version="1.0"?>\n<list kind="a"><item id="1">x &amp; &#65;</item><item/><b><![CDATA[<raw>]]> 2 </b></list>'),
    arrays: XML.parse("<l><i>1</i></l>", { isArray: (name) => name === "i" }),
    numbers: XML.parse("<l><n>1.5</n><t>true</t><z>007</z></l>", { parseTagValue: true }),
    ordered: XML.parse("<p>a <b>c</b> d</p>", { preserveOrder: true, trimValues: false }),
    broken: why(() => XML.parse("<a>\n  <b></a>")),
    two: why(() => XML.parse("<a/><b/>")),
    entity: why(() => XML.parse('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')),
    laughs: why(() => XML.parse('<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>')),
    deep: why(() => XML.parse("<a>".repeat(10_000))),
    text: XML.stringify({ list: { "@_kind": "a", item: ["x & y", { "@_id": 1, "#text": "z" }], none: "" } }),
    lines: XML.stringify({ a: { b: [1, 2] } }, { format: true }),
    name: why(() => XML.stringify({ "a b": 1 })),
  };
}
//= result: {
//=   value: { list: { item: [{ "#text": "x & A", "@_id": "1" }, ""], b: "<raw>2", "@_kind": "a" } },
//=   arrays: { l: { i: ["1"] } },
//=   numbers: { l: { n: 1.5, t: true, z: 7 } },
//=   ordered: [{ p: [{ "#text": "a " }, { b: [{ "#text": "c" }] }, { "#text": " d" }] }],
//=   broken: [
//=     "SyntaxError",
//=     2,
//=     6,
//=     "XML.parse: </a> closes <b>: close that first (line 2, column 6)\n    <b></a>\n       ^",
//=   ],
//=   two: [
//=     "SyntaxError",
//=     1,
//=     5,
//=     "XML.parse: a second root element: enclose both in one (line 1, column 5)\n  <a/><b/>\n      ^",
//=   ],
//=   entity: [
//=     "SyntaxError",
//=     1,
//=     58,
//=     "XML.parse: the entity &x; is not known: write the character itself (entities of a document type are not read) (line 1, column 58)\n  …TITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>\n                                           ^",
//=   ],
//=   laughs: [
//=     "SyntaxError",
//=     1,
//=     55,
//=     "XML.parse: the entity &y; is not known: write the character itself (entities of a document type are not read) (line 1, column 55)\n  …!ENTITY x \"ha\"><!ENTITY y \"&x;&x;\">]><a>&y;</a>\n                                           ^",
//=   ],
//=   deep: [
//=     "SyntaxError",
//=     1,
//=     769,
//=     "XML.parse: nested deeper than 256 levels (line 1, column 769)\n  …><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><…\n                                           ^",
//=   ],
//=   text: "<list kind=\"a\"><item>x &amp; y</item><item id=\"1\">z</item><none></none></list>",
//=   lines: "<a>\n  <b>1</b>\n  <b>2</b>\n</a>",
//=   name: [
//=     "TypeError",
//=     undefined,
//=     undefined,
//=     "XML.stringify: \"a b\" cannot name an element: rename the member",
//=   ],
//= }
