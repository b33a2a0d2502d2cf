import he from "he";

export default () => ({
  encoded: [he.encode("foo © bar ≠ baz 𝌆 qux <&>\"'`"), he.encode("é€", { useNamedReferences: true }), he.encode("aé", { encodeEverything: true }), he.encode("é", { decimal: true }), he.encode("<é>", { allowUnsafeSymbols: true })],
  decoded: ["foo &copy; bar &ne; baz &#x1D306; qux", "&lt;&LT;&amp;amp;&notit;&notin;", "&#128;&#0;&#xD800;&#x110000;", "&CounterClockwiseContourIntegral;&fjlig;", "a&b&c;&ampx;&amp"].map((text) => he.decode(text)),
  attribute: [he.decode("foo&ampbar&lt=", { isAttributeValue: true }), he.decode("foo&ampbar")],
  escaped: [he.escape("<img src='x' onerror=\"prompt(1)\">`"), he.unescape("&lt;b&gt;&#39;")],
  strict: ["foo&ampbar", "&#xFFFF;", "&nosuch;"].map((text) => { try { return he.decode(text, { strict: true }); } catch (error) { return error.message; } }),
  version: he.version,
  again: (() => { const text = Array.from({ length: 3000 }, (_, n) => String.fromCharCode(160 + n)).join(""); return he.decode(he.encode(text, { useNamedReferences: true })) === text; })(),
});
