import stream from "readable-stream";
import { Buffer } from "node:buffer";
import { EventEmitter } from "node:events";

const { Duplex, PassThrough, Readable, Transform, Writable, addAbortSignal, finished, pipeline } = stream;

export default async () => {
  const log = [];
  const all = async (source) => { const values = []; for await (const value of source) values.push(Buffer.isBuffer(value) ? String(value) : value); return values; };
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.code ?? null, error.message]);
  class Counter extends Readable {
    constructor(to) { super({ objectMode: true, highWaterMark: 2 }); this.n = 0; this.to = to; }
    _read() { log.push("read " + this.n); this.push(this.n < this.to ? this.n++ : null); }
  }
  const slow = new Writable({ highWaterMark: 4, decodeStrings: false, write(part, encoding, done) { log.push([part, encoding]); setTimeout(done, 1); }, final(done) { log.push("final"); done(); } });
  const room = [slow.write("ab"), slow.write("cd"), slow.write("ef", "latin1")];
  slow.once("drain", () => { log.push("drain"); slow.end(); });
  await new Promise((go) => slow.on("close", go));
  const upper = new Transform({ transform(part, encoding, done) { this.push(String(part).toUpperCase()); done(); }, flush(done) { this.push("!"); done(); } });
  const piped = await new Promise((go, fail) => { const parts = []; pipeline(Readable.from(["a", "b"]), upper, new PassThrough(), new Writable({ write(part, encoding, done) { parts.push(String(part)); done(); } }), (error) => (error ? fail(error) : go(parts))); });
  const text = new Readable({ read() {} });
  text.setEncoding("utf8");
  text.push(Buffer.from("€uro").subarray(0, 2));
  text.push(Buffer.from("€uro").subarray(2));
  text.unshift("pre ");
  text.push(null);
  const abort = new AbortController();
  const aborted = addAbortSignal(abort.signal, new PassThrough());
  const stopped = failed(all(aborted));
  abort.abort();
  const paused = Readable.from(["x", "y"]);
  paused.pause();
  const old = new EventEmitter();
  old.pause = old.resume = () => {};
  const wrapped = new Readable({ objectMode: true }).wrap(old);
  old.emit("data", 1);
  old.emit("data", 2);
  old.emit("end");
  return {
    counted: await all(new Counter(3)), log, room, piped, text: await all(text), stopped: await stopped, wrapped: await all(wrapped),
    paused: [paused.isPaused(), paused.readableFlowing, paused.resume() === paused],
    helpers: [await Readable.from([1, 2, 3, 4]).filter((n) => n % 2).map((n) => n * 10).toArray(), await Readable.from([1, 2, 3]).reduce((sum, n) => sum + n, 0), await Readable.from([5, 6]).take(1).toArray()],
    promises: [await failed(stream.promises.pipeline(Readable.from(["a"]), async function* (source) { for await (const part of source) yield part + part; }, new PassThrough().resume())), await failed(stream.promises.finished(new PassThrough().destroy(new Error("broke"))))],
    errors: [await failed(new Promise((go, fail) => new Writable().on("error", fail).write("x"))), await failed(new Promise((go, fail) => { const end = new PassThrough(); end.on("error", fail); end.end(); end.write("late"); })), await failed(new Promise((go, fail) => new Readable({ read() { this.push(5); } }).on("error", fail).resume()))],
    half: await new Promise((go) => { const duplex = new Duplex({ allowHalfOpen: false, read() { this.push(null); }, write(part, encoding, done) { done(); } }); finished(duplex, (error) => go(error?.message ?? "both ended")); duplex.resume(); }),
    state: (() => { const source = new PassThrough({ highWaterMark: 3 }); source.write("abcd"); return [source.writableLength, source.readableLength, source.writableNeedDrain, source.readableHighWaterMark, String(source.read(2)), source.readableLength, source.destroyed]; })(),
  };
};
