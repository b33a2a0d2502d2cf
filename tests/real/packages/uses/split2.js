import split from "split2";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export default async () => {
  const from = (...parts) => Readable.from(parts.map((part) => Buffer.from(part)), { objectMode: false });
  const all = async (stream) => { const values = []; for await (const value of stream) values.push(value); return values; };
  const failed = (promise) => promise.then((values) => ["no error", values], (error) => [error.name, error.message]);
  const snow = Buffer.from("☃\n☃");
  const counted = [];
  await pipeline(from("1\n2\n", "3\n4"), split(Number), async function (numbers) { for await (const n of numbers) counted.push(n); });
  return {
    lines: await all(from("a\nb", "c\n\nd\r\ne", "\n").pipe(split())),
    cut: await all(from(snow.subarray(0, 1), snow.subarray(1, 5), snow.subarray(5)).pipe(split())),
    text: await all(from("a|b", "||c").pipe(split("|"))),
    pattern: await all(from("a1b22c", "3d").pipe(split(/\d+/))),
    kept: await all(from("a,b;c").pipe(split(/([,;])/))),
    json: await all(from('{"a":1}\n{"b"', ':[2]}\n').pipe(split(JSON.parse))),
    bad: await failed(all(from("{}\n{x\n").pipe(split(JSON.parse)))),
    mapped: await all(from("x y\nz").pipe(split(" ", (text) => text.toUpperCase() || undefined))),
    skipped: await all(from("1\n2\n3").pipe(split((line) => (line === "2" ? undefined : line)))),
    long: await failed(all(from("short\n", "much too long a line").pipe(split({ maxLength: 8 })))),
    passed: await all(from("ok\n", "0123456789", "0123\nend\n").pipe(split({ maxLength: 8, skipOverflow: true }))),
    options: await all(from("a\nb").pipe(split(null, null, { objectMode: true, highWaterMark: 1 }))),
    counted,
  };
};
