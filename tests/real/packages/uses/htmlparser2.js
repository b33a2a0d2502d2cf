import { Parser, parseDocument, parseFeed, DomUtils } from "htmlparser2";

export default () => {
  const events = [];
  const parser = new Parser({
    onopentag: (name, attributes) => events.push(["open", name, { ...attributes }]),
    ontext: (text) => events.push(["text", text]),
    onclosetag: (name, implied) => events.push(["close", name, implied]),
    oncomment: (text) => events.push(["comment", text]),
    onprocessinginstruction: (name, data) => events.push(["pi", name, data]),
  }, { decodeEntities: true, lowerCaseTags: true });
  parser.write("<!doctype html><P class=a b>x &lt; &eacute;&#x1F600;<br>y<!-- c --><scr");
  parser.write("ipt>if (a < b) {}</script><ul><li>1<li>2</ul>&notit; <img src='q'");
  parser.end(">");
  const document = parseDocument("<div id=d><p>one<p>two <b>three</b></div>");
  const feed = parseFeed('<rss><channel><title>T</title><item><title>I</title><guid>1</guid><pubDate>Fri, 05 Jan 2024 14:30:00 GMT</pubDate></item></channel></rss>');
  return {
    events,
    markup: DomUtils.getOuterHTML(document),
    text: DomUtils.textContent(DomUtils.getElementById("d", document)),
    found: DomUtils.getElementsByTagName("p", document).length,
    xml: DomUtils.getOuterHTML(parseDocument("<a><B/><![CDATA[x]]></a>", { xmlMode: true }), { xmlMode: true }),
    feed,
  };
};
