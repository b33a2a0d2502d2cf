import merge2 from "merge2";
import { Buffer } from "node:buffer";
import { PassThrough, Readable, Transform } from "node:stream";

export default async () => {
  const from = (...values) => Readable.from(values);
  const later = (ms, ...values) => Readable.from((async function* () { for (const value of values) { await new Promise((go) => setTimeout(go, ms)); yield value; } })());
  const all = async (stream) => { const values = []; for await (const value of stream) values.push(Buffer.isBuffer(value) ? String(value) : value); return values; };
  const upper = () => new Transform({ objectMode: true, transform(value, encoding, done) { done(null, String(value).toUpperCase()); } });
  const events = [];
  const added = merge2({ end: false });
  added.on("queueDrain", () => { events.push("drain"); if (events.length < 2) added.add(from("more")); else added.end(); });
  added.add(from("one"), from("two"));
  const failing = new PassThrough({ objectMode: true });
  const piped = merge2(from(1, 2), failing, { pipeError: true });
  const failure = new Promise((go) => piped.on("error", (error) => go(error.message)));
  piped.resume();
  setTimeout(() => failing.destroy(new Error("broke")), 5);
  return {
    order: await all(merge2(later(2, 1, 2), from(3, 4))),
    parallel: await all(merge2([later(6, "slow"), later(1, "fast")], from("last"))),
    nested: await all(merge2(from(1), [from(2), from(3)], merge2(from(4), from(5)))),
    bytes: (await all(merge2(from(Buffer.from("a")), from(Buffer.from("b")), { objectMode: false }))).join(""),
    piped: await all(merge2(from("x"), from("y")).pipe(upper())),
    added: [await all(added), events],
    failure: await failure,
    many: (await all(merge2(...Array.from({ length: 50 }, (_, at) => from(at, at * 2))))).reduce((sum, n) => sum + n),
  };
};
