import TOML from "@iarna/toml";
import { Buffer } from "node:buffer";
import { PassThrough, Readable } from "node:stream";

const TEXT = `title = "Grüße"\nbig = 9007199254740993\nat = 1979-05-27T07:32:00.5Z\nday = 1979-05-27\ntime = 07:32:01.25\nlocal = 1979-05-27T07:32:00\nfloats = [ 1.0, 2.5, -0.0, nan ]\nints = [ 1, 2 ]\n\n[owner]\nname = 'Ann'\n\n  [owner.deep]\n  text = """a\nb"""\n\n[[list]]\nn = 1\n\n[[list]]\nn = 2\n`;

export default async () => {
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.message.split("\n")[0], error.line ?? null, error.col ?? null]);
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message.split("\n")[0], error.line ?? null, error.col ?? null, error.pos ?? null]; } };
  const halves = () => Readable.from([Buffer.from(TEXT.slice(0, 6)), Buffer.from(TEXT.slice(6, 40)), Buffer.from(TEXT.slice(40))], { objectMode: false });
  const through = TOML.parse.stream();
  const piped = new Promise((go, fail) => through.on("data", go).on("error", fail));
  halves().pipe(new PassThrough()).pipe(through);
  const value = TOML.parse(TEXT);
  return {
    value,
    kinds: [typeof value.big, String(value.big), value.at.constructor.name, value.day.toISOString(), value.time.toISOString(), value.local.toISOString(), value.day.isDate ?? null, value.time.isTime ?? null, value.local.isFloating ?? null],
    async: await TOML.parse.async(TEXT),
    streamed: [await TOML.parse.stream(halves()), await piped],
    written: [TOML.stringify(value), TOML.stringify({ a: 1, b: 1.5, c: -0, d: NaN, e: true, f: new Date(0), g: 10n ** 15n, h: [], i: {}, j: ["x", "y\n"], k: { l: { m: [{ n: 1 }] } }, "key with space": "q\"\\\t\u0001", "": "none", u: undefined, z: null, s: "it's" }), TOML.stringify.value({ a: [1, { b: 2 }] }), TOML.stringify.value("two\nlines")],
    again: JSON.stringify(TOML.parse(TOML.stringify(value)), (key, item) => (typeof item === "bigint" ? String(item) : item)) === JSON.stringify(value, (key, item) => (typeof item === "bigint" ? String(item) : item)),
    errors: [attempt(() => TOML.parse("a = ")), attempt(() => TOML.parse("a = 1\na = 2")), attempt(() => TOML.parse("[a]\nb = [1, \"x\"]")), attempt(() => TOML.parse("a = \"x\n")), attempt(() => TOML.parse("ok = 1\n[a")), attempt(() => TOML.parse("d = 2020-02-31T00:00:00Z")), attempt(() => TOML.stringify([1])), attempt(() => TOML.stringify({ a: [1, "x"] })), attempt(() => TOML.stringify(5)), await failed(TOML.parse.async("a = [")), await failed(TOML.parse.stream(Readable.from([Buffer.from("a = }")])))],
  };
};
