import through2, { objectTransform, transform, transformer } from "through2";
import { transform as webTransform } from "through2/web";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";

export default async () => {
  const all = async (stream) => { const values = []; for await (const value of stream) values.push(Buffer.isBuffer(value) ? String(value) : value); return values; };
  const from = (...values) => Readable.from(values);
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.message]);
  const log = [];
  const counting = through2({ highWaterMark: 3 }, function (part, encoding, done) { log.push([String(part), encoding]); this.push(part); done(); }, (done) => { log.push("flush"); done(); });
  counting.on("finish", () => log.push("finish")).on("end", () => log.push("end"));
  const Upper = transformer({ decodeStrings: false }, function (part, encoding, done) { done(null, `${part}`.toUpperCase()); });
  const Objects = through2.ctor({ objectMode: true }, (value, encoding, done) => done(null, { wrapped: value }));
  return {
    plain: await all(from("a", "b").pipe(through2((part, encoding, done) => done(null, part + part)))),
    passed: await all(from("a").pipe(through2())),
    counted: [await all(from("one", "two").pipe(counting)), log],
    objects: [await all(from({ n: 1 }, { n: 2 }, { n: 3 }).pipe(through2.obj(function ({ n }, encoding, done) { if (n !== 2) this.push({ n: n * 10 }); done(); }))), await all(from(1, 2, 3).pipe(objectTransform(async (n) => (n === 2 ? undefined : n * 2))))],
    generated: await all(from(1, 2, 3).pipe(objectTransform(async function* (source) { let sum = 0; for await (const n of source) { sum += n; if (n % 2) yield n; } yield { sum }; }))),
    awaited: await all(from("x", "y").pipe(transform(async (part) => { await null; return `<${part}>`; }, async () => "end"))),
    tail: await all(from("x").pipe(through2((part, encoding, done) => done(null, part), function (done) { this.push("tail"); done(); }))),
    errors: [await failed(all(from("x").pipe(through2((part, encoding, done) => done(new Error("no")))))), await failed(all(from(1).pipe(objectTransform(async () => { throw new RangeError("later no"); })))), await failed(all(from(1).pipe(objectTransform(async function* (source) { for await (const n of source) { yield n; throw new TypeError("broke off"); } }))))],
    made: [await all(from("m").pipe(Upper())), await all(from("n").pipe(Objects()))],
    web: await all(new ReadableStream({ start(controller) { controller.enqueue("a"); controller.enqueue("b"); controller.close(); } }).pipeThrough(webTransform(async (part) => part.toUpperCase()))),
  };
};
