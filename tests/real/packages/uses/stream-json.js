import { parser } from "stream-json";
import { filter } from "stream-json/filters/filter.js";
import { ignore } from "stream-json/filters/ignore.js";
import { pick } from "stream-json/filters/pick.js";
import { replace } from "stream-json/filters/replace.js";
import jsonlParser from "stream-json/jsonl/parser.js";
import jsonlStringer from "stream-json/jsonl/stringer.js";
import { streamArray } from "stream-json/streamers/stream-array.js";
import { streamObject } from "stream-json/streamers/stream-object.js";
import { streamValues } from "stream-json/streamers/stream-values.js";
import { stringer } from "stream-json/stringer.js";
import { disassembler } from "stream-json/disassembler.js";
import { batch } from "stream-json/utils/batch.js";
import chain from "stream-chain";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";

const TEXT = JSON.stringify({ meta: { made: "grün", n: 3 }, data: [{ id: 1, tags: ["a", "\u20ac\n"] }, { id: 2, tags: [], at: null }, { id: -3.5e2, ok: true }], tail: "😀" });

export default async () => {
  const source = (text, size = 5) => {
    const bytes = Buffer.from(text);
    return Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, at * size + size)), { objectMode: false });
  };
  const all = async (...stages) => { const values = []; for await (const value of chain(stages)) values.push(Buffer.isBuffer(value) ? String(value) : value); return values; };
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.message]);
  return {
    tokens: await all(source('{"a":[1,"b",null,true]}'), parser()),
    packed: await all(source('{"a":[12,"bc"]}', 2), parser({ packValues: true, streamValues: false })),
    array: await all(source("[1,[2],{\"a\":3}]"), parser(), streamArray()),
    picked: await all(source(TEXT), parser(), pick({ filter: "data" }), streamArray()),
    parts: await all(source(TEXT), parser(), pick({ filter: /^data\.\d+\.id$/ }), streamValues()),
    object: await all(source(TEXT), parser(), ignore({ filter: "data" }), streamObject()),
    filtered: await all(source(TEXT), parser(), filter({ filter: /^(meta\.n|tail)/ }), streamValues()),
    replaced: (await all(source(TEXT), parser(), replace({ filter: /\btags\b/, once: true }), stringer())).join(""),
    written: (await all(source(TEXT, 1), parser(), stringer())).join("") === TEXT,
    back: (await all(Readable.from([{ a: [1, "x"] }]), disassembler(), stringer())).join(""),
    batches: await all(source("[1,2,3,4,5]"), parser(), streamArray(), ({ value }) => value * 2, batch({ batchSize: 2 })),
    mapped: await all(source(TEXT), parser(), pick({ filter: "data" }), streamArray(), ({ value }) => (value.ok ? null : value), function* ({ id, tags }) { yield id; yield tags.length; }),
    several: await all(source('{"a":1} [2] "three" 4'), parser({ jsonStreaming: true }), streamValues()),
    lines: await all(source('{"a":1}\n[2]\n"three"\n'), jsonlParser.asStream?.() ?? jsonlParser()),
    linesWritten: (await all(Readable.from([{ a: 1 }, [2]]), jsonlStringer.asStream?.() ?? jsonlStringer())).join(""),
    bad: [await failed(all(source("[1,]"), parser(), streamArray())), await failed(all(source('{"a" 1}'), parser(), streamValues())), await failed(all(source('["abc'), parser(), streamArray()))],
  };
};
