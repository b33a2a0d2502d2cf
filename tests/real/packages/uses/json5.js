import JSON5 from "json5";

export default () => ({
  parsed: ["{a: 1, 'b': \"two\", // note\n c: [1, 2,], /* x */ d: .5, e: +1, f: 0xFF, g: Infinity, h: -NaN, i: 'multi\\\nline', j: null,}", "'\\x41\\u00e9\\0\\v'", "[1e3, 5., -0]", "{$_: true, ünï: 1, \\u0061b: 2}", "{__proto__: 1}"].map((text) => JSON5.parse(text)),
  made: [JSON5.stringify({ a: 1, "b-c": "it's", d: [undefined, NaN, -Infinity], e: new Date(0), $f: '"' }), JSON5.stringify({ a: { b: [1, { c: 2 }] }, empty: [] }, null, 2), JSON5.stringify({ a: 1, b: 2 }, ["a"]), JSON5.stringify("\u2028\0'\""), JSON5.stringify({ a: "x" }, { quote: "\"", space: "\t" }), JSON5.stringify({ toJSON5: () => "five", toJSON: () => "json" })],
  reviver: JSON5.parse("{a: [1, 2]}", (key, value) => (typeof value === "number" ? value + 1 : value)),
  errors: ["", "{a:}", "[1,,2]", "'x", "{a: 1 b: 2}", "\n\n 01", "{a: tru}", "/* x"].map((text) => { try { return JSON5.parse(text); } catch (error) { return [error.name, error.message, error.lineNumber, error.columnNumber]; } }),
  circular: (() => { const value = []; value.push(value); try { return JSON5.stringify(value); } catch (error) { return error.message; } })(),
});
