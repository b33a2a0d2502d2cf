import getStream, { getStreamAsArray, getStreamAsArrayBuffer, getStreamAsBuffer, MaxBufferError } from "get-stream";
import { Buffer } from "node:buffer";
import { PassThrough, Readable } from "node:stream";

export default async () => {
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.message, error instanceof MaxBufferError, String(error.bufferedData)]);
  const bytes = () => Readable.from([Buffer.from("grün"), Buffer.from("😀").subarray(0, 2), Buffer.from("😀").subarray(2)]);
  const broken = Readable.from((async function* () { yield "part"; throw new RangeError("broke off"); })(), { objectMode: false });
  const passed = new PassThrough();
  setTimeout(() => { passed.write("later "); passed.end("still"); }, 2);
  const web = new ReadableStream({ start(controller) { controller.enqueue("web"); controller.enqueue(" stream"); controller.close(); } });
  return {
    text: [await getStream(bytes()), await getStream(Readable.from(["a", "b"])), await getStream(passed), await getStream(web)],
    bytes: (await getStreamAsBuffer(bytes())).toString("hex"),
    buffer: new Uint8Array(await getStreamAsArrayBuffer(bytes())).length,
    array: await getStreamAsArray(Readable.from([{ a: 1 }, [2], "3", 4n])),
    iterable: await getStreamAsArray((async function* () { yield 1; yield 2; })()),
    limits: [await failed(getStream(Readable.from(["abc", "def"]), { maxBuffer: 4 })), await failed(getStreamAsBuffer(bytes(), { maxBuffer: 3 })), await failed(getStreamAsArray(Readable.from([1, 2, 3]), { maxBuffer: 2 }))],
    broken: await failed(getStream(broken)),
    wrong: [await failed(getStream({})), await failed(getStream(Readable.from([{ a: 1 }]))), await failed(getStreamAsBuffer(Readable.from([1])))],
  };
};
