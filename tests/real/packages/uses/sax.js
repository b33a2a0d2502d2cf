import sax from "sax";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";

const TEXT = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE feed [<!ENTITY own "mine">]>
<feed xmlns="urn:a" xmlns:x="urn:x" x:lang='de'>
  <!-- a comment -->
  <entry id="1" title="a &lt; b &#x263A; &#228;">text &amp; more<x:br/></entry>
  <![CDATA[ <raw> & ]]]]><![CDATA[> ]]>
  <script>if (a < b) {}</script>
</feed>`;

export default async () => {
  const names = ["text", "processinginstruction", "doctype", "comment", "opentagstart", "attribute", "opentag", "closetag", "opencdata", "cdata", "closecdata", "opennamespace", "closenamespace", "script", "end", "ready"];
  const parse = (text, strict, options, size = Infinity) => {
    const log = [], parser = sax.parser(strict, options);
    for (const name of names) parser["on" + name] = (value) => log.push([name, value && JSON.parse(JSON.stringify(value))]);
    parser.onerror = (error) => { log.push(["error", error.message]); parser.resume(); };
    for (let at = 0; at < text.length; at += size) parser.write(text.slice(at, at + size));
    parser.close();
    return log;
  };
  const stream = sax.createStream(true, { trim: true, position: true });
  const seen = [];
  stream.on("opentag", ({ name }) => seen.push(name)).on("text", (text) => seen.push(text)).on("closetag", (name) => seen.push("/" + name));
  const bytes = Buffer.from("<a><b>grün 😀</b><c>ende</c></a>");
  const ended = new Promise((go) => stream.on("end", () => go("end")));
  const piped = [];
  Readable.from(Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1)), { objectMode: false }).pipe(stream).on("data", (part) => piped.push(part));
  const whole = parse(TEXT, true, { xmlns: true });
  return {
    whole,
    same: JSON.stringify(parse(TEXT, true, { xmlns: true }, 1)) === JSON.stringify(whole),
    loose: parse("<P CLASS=big>a&nbsp;b &unknown; <br><Img src=x.png ></p>", false, { lowercase: true, normalize: true, trim: true }),
    upper: parse("<p a=1>x</p>", false, {}).filter(([name]) => name === "opentag"),
    errors: ["<a><b></a>", "<a b=c/>", "text<a/>", "<a>&bad;</a>", "<a", "<a/><b/>", "<a b='1' b='2'/>", "<x:a/>"].map((text) => parse(text, true, { xmlns: true }).filter(([name]) => name === "error").map(([, message]) => message)),
    position: (() => { const parser = sax.parser(true), at = []; parser.onopentag = () => at.push([parser.line, parser.column, parser.position, parser.startTagPosition]); parser.write("<a>\n <b/>\n</a>").close(); return at; })(),
    stream: [await ended, seen, piped.map(String).join("").length],
    events: sax.EVENTS.length,
  };
};
