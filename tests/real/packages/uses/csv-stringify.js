import { stringify } from "csv-stringify";
import { stringify as sync } from "csv-stringify/sync";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const ROWS = [{ id: 1, name: 'Ann "A"', at: new Date(0), ok: true }, { id: 2, name: "Bö,b\nx", at: null, ok: false }, { id: 3n, name: "", ok: undefined, nested: { deep: [1, 2] } }];

export default async () => {
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.code ?? null, error.message]; } };
  const called = (...given) => new Promise((go) => stringify(...given, (error, text) => go(error ? [error.name, error.code ?? null, error.message] : text)));
  const events = await new Promise((go) => {
    const stringifier = stringify({ delimiter: ":", header: true, columns: ["a", "b"] }), log = [];
    stringifier.on("readable", () => { for (let part; (part = stringifier.read()) !== null;) log.push(String(part)); }).on("finish", () => go(log));
    stringifier.write({ a: 1, b: "x:y" });
    stringifier.write(["2", null]);
    stringifier.end();
  });
  let piped = "";
  await pipeline(Readable.from(ROWS), stringify({ columns: { id: "Number", name: "Name" }, header: true, record_delimiter: "windows" }), async (source) => { for await (const part of source) piped += part; });
  return {
    plain: [sync(ROWS), sync([["a", "b"], [1, 2.5]]), sync([])],
    header: [sync(ROWS, { header: true }), sync(ROWS, { header: true, columns: [{ key: "name", header: "N" }, { key: "nested.deep[1]", header: "D" }] })],
    quoted: [sync(ROWS, { quoted: true, columns: ["id", "name"] }), sync([["a", "", " ", null]], { quoted_empty: true }), sync([["ab", "b"]], { quoted_match: /^a/ }), sync([["x"]], { quoted_string: true }), sync([['q"']], { quote: "'", escape: "\\" }), sync([["a'b"]], { quote: "'", escape: "\\" }), sync([['a"b,c']], { quote: false })],
    cast: [sync(ROWS, { cast: { boolean: (value) => (value ? "yes" : "no"), date: (value) => value.toISOString(), bigint: (value) => value + "n", object: JSON.stringify, string: (value, { column, index, records }) => `${column}${index}${records}` } }), sync([[1.5]], { cast: { number: () => ({ value: "1,5", quoted: true, delimiter: ";" }) } })],
    options: [sync([["a", 1]], { bom: true }), sync([["a", 1]], { eof: false }), sync([["a"], ["b"]], { record_delimiter: "|" }), sync([["=1+1", "@x", "ok"]], { escape_formulas: true }), sync([["a", "b"]], { delimiter: "\t" })],
    called: [await called([["1", "2"], ["3", "4"]]), await called(ROWS, { columns: ["id"] })],
    events, piped,
    errors: [attempt(() => sync(ROWS, { columns: 5 })), attempt(() => sync(["text"])), attempt(() => sync([[1]], { cast: { number: () => 5 } })), attempt(() => sync([[1]], { delimiter: 5 })), attempt(() => sync({})), attempt(() => sync([[1]], { quote: 5 })), await called([[Symbol("s")]])],
  };
};
