import xml2js from "xml2js";
import { Buffer } from "node:buffer";

const TEXT = `<?xml version="1.0" encoding="UTF-8"?>
<!-- note -->
<feed xmlns:x="urn:x" id="7">
  <entry at="2020" n="0x1F"> Text &amp; <b>bold</b> more </entry>
  <entry><![CDATA[<raw>]]></entry>
  <x:Empty/>
  <list><item>1</item><item>true</item><item>-2.5e3</item></list>
</feed>`;

export default async () => {
  const { processors } = xml2js;
  const parse = (text, options) => xml2js.parseStringPromise(text, options);
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.message]);
  const object = { root: { $: { id: 1, q: 'a "b" & c' }, text: ["x < y", "z"], nested: { deep: { _: "both", $: { k: "v" } } }, none: null, empty: "", when: new Date(0), on: true, cdata: "a & b" } };
  const events = await new Promise((go) => {
    const parser = new xml2js.Parser({ async: true, chunkSize: 20 }), log = [];
    parser.on("end", (result) => { log.push(result); go(log); }).on("error", (error) => go([error.message]));
    parser.parseString("<a><b>1</b><b>2</b></a>");
  });
  return {
    defaults: await parse(TEXT),
    compact: await parse(TEXT, { explicitArray: false, mergeAttrs: true, trim: true }),
    names: await parse(TEXT, { tagNameProcessors: [processors.stripPrefix, processors.firstCharLowerCase], attrNameProcessors: [processors.normalize, (name) => "@" + name], valueProcessors: [processors.parseNumbers, processors.parseBooleans], attrValueProcessors: [processors.parseNumbers] }),
    children: await parse(TEXT, { explicitChildren: true, preserveChildrenOrder: true, charsAsChildren: true, includeWhiteChars: false }),
    keys: await parse(TEXT, { attrkey: "@", charkey: "#", explicitRoot: false, explicitCharkey: true, ignoreAttrs: false, normalizeTags: true, normalize: true, emptyTag: () => "none" }),
    spaces: await parse(TEXT, { xmlns: true, ignoreAttrs: false }),
    validated: await failed(parse("<a><b>1</b></a>", { validator: (path, now, next) => { if (path === "/a/b") throw new xml2js.ValidationError("bad " + path); return next; } })),
    bytes: await parse(Buffer.from("\ufeff<a>grün 😀</a>")),
    events,
    none: [await parse(""), await parse("<a/>"), await parse("<a> </a>"), await parse("<a>&#x263A;&lt;</a>")],
    errors: [await failed(parse("<a><b></a>")), await failed(parse("text")), await failed(parse("<a>&nope;</a>")), await failed(parse("<a b=c/>")), await failed(parse("<a/><b/>", { strict: false }))],
    called: await new Promise((go) => xml2js.parseString("<a>1</a>", { explicitRoot: false }, (error, value) => go([error, value]))),
    built: [new xml2js.Builder().buildObject(object), new xml2js.Builder({ headless: true, cdata: true, rootName: "all", renderOpts: { pretty: false } }).buildObject({ a: "x & y", b: [1, 2] }), new xml2js.Builder({ xmldec: { version: "1.1", encoding: "latin1", standalone: true }, doctype: { sysID: "x.dtd" }, renderOpts: { pretty: true, indent: "\t", newline: "\r\n" }, allowSurrogateChars: true }).buildObject({ r: { s: "😀" } })],
    again: new xml2js.Builder({ headless: true }).buildObject(await parse(TEXT)),
  };
};
