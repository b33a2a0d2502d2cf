import es from "event-stream";
import { Buffer } from "node:buffer";
import { PassThrough, Readable } from "node:stream";

export default async () => {
  const all = (stream) => new Promise((go, fail) => { const values = []; stream.on("data", (value) => values.push(Buffer.isBuffer(value) ? String(value) : value)).on("error", fail).on("end", () => go(values)); });
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.message]);
  const later = (value, ms) => (done) => setTimeout(() => done(null, value), ms);
  const duplex = all(es.duplex(es.through(), es.readArray(["answer"])));
  const paused = es.pause();
  const waited = all(paused);
  paused.pause();
  setTimeout(() => paused.resume(), 2);
  es.readArray(["held", "back"]).pipe(paused);
  let count = 0;
  return {
    array: await all(es.readArray([1, 2, 3])),
    written: await new Promise((go) => Readable.from(["a", "b"]).pipe(es.writeArray((error, values) => go(values.map(String))))),
    mapped: await all(es.readArray([3, 1, 2]).pipe(es.map((n, done) => (n === 1 ? done() : setTimeout(() => done(null, n * 10), n))))),
    sync: await all(es.readArray([1, 2, 3]).pipe(es.mapSync((n) => (n === 2 ? undefined : -n)))),
    filtered: await all(es.readArray([1, 2, 3]).pipe(es.filterSync((n) => n !== 2))),
    flat: await all(es.readArray([[1, 2], [3]]).pipe(es.flatmapSync((n) => n + 1))),
    lines: await all(Readable.from([Buffer.from("one\ntw"), Buffer.from("o\nthree")], { objectMode: false }).pipe(es.split())),
    joined: (await all(es.readArray(["a", "b", "c"]).pipe(es.join(", ")))).join(""),
    replaced: (await all(es.readArray(["a-b", "-c"]).pipe(es.replace("-", "+")))).join(""),
    json: await all(es.readArray(['{"a":', '1}\n{"b":2}\n']).pipe(es.split()).pipe(es.parse())),
    texts: (await all(es.readArray([{ a: 1 }, [2]]).pipe(es.stringify()))).join(""),
    merged: (await all(es.merge([es.readArray([1, 2]), es.readArray([3])]))).sort(),
    concat: await new Promise((go) => es.readArray(["x", "y"]).pipe(es.wait((error, text) => go(text)))),
    pipeline: (await all((() => { const line = es.pipeline(es.split("|"), es.mapSync((text) => text.toUpperCase()), es.join("/")); process.nextTick(() => { line.write("a|b"); line.end("|c"); }); return line; })())).join(""),
    duplex: await duplex,
    paused: await waited,
    read: await all(es.readable(function (n, done) { if (n === 3) return this.emit("end"); later("read " + n, 1)((error, value) => done(error, value)); })),
    through: await all((() => { const stream = es.through(function write(value) { count++; this.queue(value + "!"); }, function end() { this.queue(count); this.queue(null); }); process.nextTick(() => { stream.write("a"); stream.write("b"); stream.end(); }); return stream; })()),
    errors: [await failed(all(es.readArray([1]).pipe(es.map((n, done) => done(new Error("bad " + n)))))), await failed(all(es.readArray(["{x\n"]).pipe(es.split()).pipe(es.parse({ error: true })))) ],
    passed: await all(es.readArray(["last"]).pipe(new PassThrough({ objectMode: true }))),
  };
};
