import eos from "end-of-stream";
import { Buffer } from "node:buffer";
import { Duplex, PassThrough, Readable, Writable } from "node:stream";

export default async () => {
  const ends = (stream, options) => new Promise((go) => eos(stream, options, (error) => go(error ? [error.message, error.code ?? null] : "ended")));
  const sink = () => new Writable({ objectMode: true, write(value, encoding, done) { setTimeout(done, 1); } });
  const early = Readable.from(["a"]);
  const destroyed = ends(early);
  early.destroy();
  const broken = new PassThrough();
  const failed = ends(broken);
  broken.destroy(new Error("broke"));
  const written = sink();
  const finished = ends(written);
  Readable.from([1, 2, 3]).pipe(written);
  const half = new Duplex({ read() {}, write(value, encoding, done) { done(); } });
  const halves = [ends(half, { readable: false })];
  half.end("x");
  const closed = new PassThrough();
  const premature = ends(closed);
  closed.write("open");
  closed.destroy();
  let calls = 0;
  const left = new PassThrough();
  const stop = eos(left, () => { calls++; });
  stop();
  left.end();
  left.resume();
  const passed = new PassThrough();
  const both = ends(passed);
  passed.end(Buffer.from("x"));
  passed.resume();
  const ignored = new PassThrough();
  const noError = ends(ignored, { error: false });
  ignored.on("error", () => {});
  ignored.destroy(new Error("unheard"));
  return {
    results: [await destroyed, await failed, await finished, await both, await premature, ...await Promise.all(halves), await noError],
    read: await (() => { const stream = Readable.from(["x"]); const end = ends(stream); stream.resume(); return end; })(),
    left: await new Promise((go) => setTimeout(() => go(calls), 5)),
  };
};
