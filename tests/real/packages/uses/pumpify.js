import duplexify from "duplexify";
import pumpify from "pumpify";
import { Buffer } from "node:buffer";
import { PassThrough, Readable, Transform, Writable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";

export default async () => {
  const upper = () => new Transform({ transform(part, encoding, done) { done(null, String(part).toUpperCase()); } });
  const wrap = (mark) => new Transform({ transform(part, encoding, done) { done(null, mark + part + mark); } });
  const all = async (stream) => { const values = []; for await (const value of stream) values.push(Buffer.isBuffer(value) ? String(value) : value); return values; };
  const ends = (stream) => new Promise((go) => { const log = []; for (const name of ["prefinish", "finish", "end", "error", "close"]) stream.on(name, (error) => log.push(error ? [name, error.message] : name)); setTimeout(() => go(log), 20); });
  const chain = pumpify(upper(), wrap("*"));
  const chained = ends(chain);
  const chunks = all(chain);
  chain.write("one");
  chain.end("two");
  const later = pumpify();
  setTimeout(() => later.setPipeline(wrap("<"), wrap(">")), 2);
  later.end("late");
  const failing = pumpify(upper(), new Transform({ transform(part, encoding, done) { done(new Error("no " + part)); } }));
  const failed = ends(failing);
  failing.write("x");
  const zipped = pumpify(createGzip(), createGunzip());
  zipped.end("there and back ".repeat(1000));
  const objects = pumpify.obj(new Transform({ objectMode: true, transform({ n }, encoding, done) { done(null, { n: n * 2 }); } }), new PassThrough({ objectMode: true }));
  Readable.from([{ n: 1 }, { n: 2 }]).pipe(objects);

  const written = [];
  const sink = new Writable({ write(part, encoding, done) { written.push(String(part)); setTimeout(done, 1); } });
  const source = new PassThrough();
  const both = duplexify(sink, source);
  const answers = all(both);
  source.write("answer");
  both.write("question 1");
  both.end("question 2");
  both.on("finish", () => source.end("bye"));
  const waiting = duplexify();
  const waited = all(waiting);
  waiting.cork();
  waiting.write("early");
  setTimeout(() => { const through = new PassThrough(); waiting.setWritable(through); waiting.setReadable(through); waiting.uncork(); waiting.end("done"); }, 2);
  const broken = duplexify(new PassThrough(), new PassThrough());
  const destroyed = ends(broken);
  broken.destroy(new Error("gone"));
  return {
    chunks: await chunks, chained: await chained, later: await all(later), failed: await failed,
    zipped: (await all(zipped)).join("").length, objects: await all(objects),
    answers: await answers, written, waited: await waited, destroyed: await destroyed,
    readOnly: await new Promise((go) => duplexify(null, Readable.from([Buffer.from("only read")])).on("data", (part) => go(String(part)))),
  };
};
