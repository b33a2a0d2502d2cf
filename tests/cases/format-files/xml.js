//! [files]
//! "/a.xml" = "<?xml version=\"1.0\"?>\n<!-- about -->\n<catalog kind='books'>\n  <book id=\"1\"><title>One &amp; &#65;</title><n>007</n></book>\n  <book id=\"2\"><title><![CDATA[<Two>]]></title><empty/></book>\n</catalog>\n"
//! "/mixed.xml" = "<p>one <b>two</b> three</p>"
//! "/ns.xml" = "<x:a xmlns:x='u'><x:b>1</x:b></x:a>"
//! "/open.xml" = "<a>\n  <b>\n</a>\n"
//! "/two.xml" = "<a/><b/>"
//! "/entity.xml" = "<a>&nope;</a>"
//! "/twice.xml" = "<a x='1' x='2'/>"
//! "/text.xml" = "just words"
//! "/latin1.xml" = { bytes = [60, 97, 62, 233, 60, 47, 97, 62] }

async () => {
  //+ fails
  const read = await state.readXml("/a.xml");
  const written = async (value, options) => {
    await state.writeXml("/o.xml", value, options);
    return state.readFile("/o.xml");
  };
  return {
    read,
    options: await state.readXml("/a.xml", { ignoreAttributes: true, parseTagValue: true, alwaysCreateTextNode: true }),
    names: await state.readXml("/a.xml", { attributeNamePrefix: "", textNodeName: "_", cdataPropName: "cdata", commentPropName: "comment" }),
    group: (await state.readXml("/a.xml", { attributesGroupName: "$", parseAttributeValue: true })).catalog.book[0],
    order: await state.readXml("/mixed.xml", { preserveOrder: true, trimValues: false }),
    mixed: await state.readXml("/mixed.xml"),
    ns: await state.readXml("/ns.xml", { removeNSPrefix: true }),
    back: await written(read),
    flat: await written(read, { format: false, suppressEmptyNode: true }),
    indent: await written({ a: { b: [1, 2], c: { "@_x": "<\"&", "#text": "t" } } }, { indentBy: "\t" }),
    ordered: await written([{ p: [{ "#text": "one " }, { b: [{ "#text": "two" }] }] }], { preserveOrder: true, format: false }),
    bad: await Promise.all(["/open.xml", "/two.xml", "/entity.xml", "/twice.xml", "/text.xml", "/latin1.xml"].map((path) => fails(() => state.readXml(path)))),
    refused: [await fails(() => written([1])), await fails(() => written({ "a b": 1 })), await fails(() => written({ a: "\u0001" })), await fails(() => written({ a: 1 }, { indent_: 1 })), await fails(() => state.readXml("/a.xml", { ignoreAttribute: true, parseTagValues: true, nope: 1 }))],
  };
}
//= result: {
//=   read: {
//=     catalog: {
//=       book: [
//=         { title: "One & A", n: "007", "@_id": "1" },
//=         { title: "<Two>", empty: "", "@_id": "2" },
//=       ],
//=       "@_kind": "books",
//=     },
//=   },
//=   options: {
//=     catalog: {
//=       book: [
//=         { title: { "#text": "One & A" }, n: { "#text": 7 } },
//=         { title: { "#text": "<Two>" }, empty: { "#text": "" } },
//=       ],
//=     },
//=   },
//=   names: {
//=     comment: " about ",
//=     catalog: {
//=       book: [
//=         { title: "One & A", n: "007", id: "1" },
//=         { title: { cdata: "<Two>" }, empty: "", id: "2" },
//=       ],
//=       kind: "books",
//=     },
//=   },
//=   group: { title: "One & A", n: "007", "$": { "@_id": 1 } },
//=   order: [{ p: [{ "#text": "one " }, { b: [{ "#text": "two" }] }, { "#text": " three" }] }],
//=   mixed: { p: { b: "two", "#text": "onethree" } },
//=   ns: { a: { b: "1" } },
//=   back: "<catalog kind=\"books\">\n  <book id=\"1\">\n    <title>One &amp; A</title>\n    <n>007</n>\n  </book>\n  <book id=\"2\">\n    <title>&lt;Two&gt;</title>\n    <empty></empty>\n  </book>\n</catalog>\n",
//=   flat: "<catalog kind=\"books\"><book id=\"1\"><title>One &amp; A</title><n>007</n></book><book id=\"2\"><title>&lt;Two&gt;</title><empty/></book></catalog>",
//=   indent: "<a>\n\t<b>1</b>\n\t<b>2</b>\n\t<c x=\"&lt;&quot;&amp;\">t</c>\n</a>\n",
//=   ordered: "<p>one <b>two</b></p>",
//=   bad: [
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /open.xml: </a> closes <b>: close that first (line 3, column 1)\n  </a>\n  ^",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /two.xml: a second root element: enclose both in one (line 1, column 5)\n  <a/><b/>\n      ^",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /entity.xml: the entity &nope; is not known: write the character itself (entities of a document type are not read) (line 1, column 4)\n  <a>&nope;</a>\n     ^",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /twice.xml: the attribute \"x\" comes twice (line 1, column 10)\n  <a x='1' x='2'/>\n           ^",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /text.xml: text outside of the root element (line 1, column 1)\n  just words\n  ^",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /latin1.xml: the file is not UTF-8 (at byte 3); write XML.parse(await state.readFile(\"/latin1.xml\", { encoding: \"windows-1252\" }))",
//=     ],
//=   ],
//=   refused: [
//=     [
//=       "EINVAL",
//=       "Cannot write /o.xml as XML: an XML text is an object of its elements, not an array",
//=     ],
//=     [
//=       "EINVAL",
//=       "Cannot write /o.xml as XML: \"a b\" cannot name an element: rename the member",
//=     ],
//=     [
//=       "EINVAL",
//=       "Cannot write /o.xml as XML: XML cannot hold the character U+0001: remove it",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeXml: \"options.indentBy\" must be a string, but is the number 1 — expected state.writeXml(path, value, options?)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.readXml: \"options.ignoreAttribute\" is no option; did you mean \"ignoreAttributes\"? the options are ignoreAttributes, attributeNamePrefix, attributesGroupName, textNodeName, trimValues, parseTagValue, parseAttributeValue, preserveOrder, removeNSPrefix, alwaysCreateTextNode, cdataPropName, commentPropName, isArray — expected state.readXml(path, options?)",
//=     ],
//=   ],
//= }
//= created: /o.xml (- -> 21)
