import JSONStream from "JSONStream";
import { Buffer } from "node:buffer";
import { Readable, Writable } from "node:stream";

const TEXT = JSON.stringify({ total: 3, rows: [{ id: 1, doc: { name: "grün", tags: ["a", "b"] } }, { id: 2, doc: { name: "😀", tags: [] } }, { id: 3, doc: null }], deep: { x: { y: [1.5e3, -2, true, null] } } });

export default async () => {
  const parse = (text, ...path) => new Promise((go, fail) => {
    const bytes = Buffer.from(text), values = [], marks = [];
    const parts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
    const stream = Readable.from(parts, { objectMode: false }).pipe(JSONStream.parse(...path));
    stream.on("data", (value) => values.push(value)).on("header", (value) => marks.push({ header: value })).on("footer", (value) => marks.push({ footer: value })).on("root", (value, count) => marks.push(count)).on("error", fail).on("end", () => go(marks.length ? { values, marks } : values));
  });
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.message]);
  const write = (stream, values) => new Promise((go) => { let text = ""; stream.on("data", (part) => { text += part; }).on("end", () => go(text)); for (const value of values) stream.write(value); stream.end(); });
  return {
    rows: await parse(TEXT, "rows.*.doc"),
    keys: await parse(TEXT, "rows.*.id"),
    all: await parse(TEXT, ["rows", true, "doc", "tags", { emitKey: true }]),
    pattern: await parse(TEXT, [/^(total|deep)$/]),
    deeper: await parse(TEXT, "..y.*"),
    named: await parse(TEXT, "$*"),
    mapped: await parse(TEXT, "rows.*", ({ id }) => (id === 2 ? undefined : id * 10)),
    filtered: await parse(TEXT, ["rows", (key) => key > 0, "id"]),
    root: await parse('{"a":1}\n{"a":2}'),
    bad: [await failed(parse('{"a":', "a")), await failed(parse('{"a" 1}', "a")), await failed(parse("[1,,2]", "*"))],
    written: await write(JSONStream.stringify(), [{ a: 1 }, "text", [2]]),
    lines: await write(JSONStream.stringify(false), [{ a: 1 }, { b: 2 }]),
    spaced: await write(JSONStream.stringify("<", ";", ">", 1), [{ a: 1 }, 2]),
    none: await write(JSONStream.stringify(), []),
    object: await write(JSONStream.stringifyObject(), [["k", 1], ["l", { m: 2 }]]),
    piped: await new Promise((go) => { const out = []; Readable.from([Buffer.from(TEXT)]).pipe(JSONStream.parse("rows.*.id")).pipe(JSONStream.stringify("[", ",", "]")).pipe(new Writable({ write(part, encoding, done) { out.push(String(part)); done(); } })).on("finish", () => go(out.join(""))); }),
  };
};
