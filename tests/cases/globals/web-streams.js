import { json, text } from "node:stream/consumers";
import * as web from "node:stream/web";

export default async () => {
  const out = {};
  const tried = async (task) => {
    try {
      return await task();
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  const all = (stream) => Array.fromAsync(stream);
  const counted = (count, type) => {
    let at = 0;
    return new ReadableStream({
      type,
      pull(controller) {
        if (at === count) controller.close();
        else controller.enqueue(type === "bytes" ? new Uint8Array([at, at + 1]) : at);
        at += 1;
      },
    });
  };
  out.read = [await all(counted(3)), await all(ReadableStream.from(["a", Promise.resolve("b")])), await all(counted(2, "bytes"))];
  const through = new TransformStream({
    transform: (number, controller) => controller.enqueue(number * 2),
    flush: (controller) => controller.enqueue("end"),
  });
  out.through = await all(counted(3).pipeThrough(through));
  const written = [];
  await counted(3).pipeTo(new WritableStream({ write: (chunk) => { written.push(chunk); }, close: () => { written.push("closed"); } }));
  out.written = written;
  const [one, other] = counted(3).tee();
  out.tee = await Promise.all([all(one), all(other)]);
  const reader = counted(4, "bytes").getReader({ mode: "byob" });
  out.byob = [(await reader.read(new Uint16Array(3), { min: 2 })).value.byteLength, (await reader.read(new Uint8Array(1))).value];
  out.text = await all(ReadableStream.from([new Uint8Array([0xe2, 0x82]), new Uint8Array([0xac])]).pipeThrough(new TextDecoderStream()));
  out.bytes = await all(ReadableStream.from(["\ud83d", "\ude00"]).pipeThrough(new TextEncoderStream()));
  const stop = new AbortController();
  const stopped = counted(1e9).pipeTo(new WritableStream(), { signal: stop.signal });
  stop.abort("enough");
  out.stopped = await stopped.catch((reason) => reason);
  out.wrong = [
    await tried(() => new ReadableStream({ pull: 1 })),
    await tried(() => new ReadableStreamDefaultController()),
    await tried(() => counted(1).getReader({ mode: "byob" })),
    await tried(() => ReadableStream.prototype.cancel.call({})),
    await tried(() => new WritableStream({}, { highWaterMark: -1 })),
  ];
  const response = new Response(ReadableStream.from([new TextEncoder().encode("[1,"), new TextEncoder().encode("2]")]));
  out.body = [await response.json(), response.bodyUsed, await tried(() => response.text()), await text(new Blob(["blob"]).stream())];
  out.consumers = [await json(ReadableStream.from(["[1,", "2]"])), web.ReadableStream === ReadableStream, web.WritableStream === WritableStream];
  out.shown = require("util").inspect([new ReadableStream(), new TransformStream().writable, new CountQueuingStrategy({ highWaterMark: 2 })]);
  return out;
};
//= result: {
//=   read: [[0, 1, 2], ["a", "b"], [bytes(00 01), bytes(01 02)]],
//=   through: [0, 2, 4, "end"],
//=   written: [0, 1, 2, "closed"],
//=   tee: [[0, 1, 2], [0, 1, 2]],
//=   byob: [4, bytes(02)],
//=   text: ["€"],
//=   bytes: [bytes(f0 9f 98 80)],
//=   stopped: "enough",
//=   wrong: [
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_TYPE",
//=       "The \"source.pull\" property must be of type function. Received type number (1)",
//=     ],
//=     ["TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor"],
//=     [
//=       "TypeError",
//=       "ERR_INVALID_ARG_VALUE",
//=       "The argument 'stream' must be a byte stream. Received ReadableStream { locked: false, state: 'readable', supportsBYOB: false }",
//=     ],
//=     ["TypeError", "ERR_INVALID_THIS", "Value of \"this\" must be of type ReadableStream"],
//=     [
//=       "RangeError",
//=       "ERR_INVALID_ARG_VALUE",
//=       "The property 'strategy.highWaterMark' is invalid. Received -1",
//=     ],
//=   ],
//=   body: [
//=     [1, 2],
//=     true,
//=     ["TypeError", undefined, "Body is unusable: Body has already been read"],
//=     "blob",
//=   ],
//=   consumers: [[1, 2], true, true],
//=   shown: "[\n  ReadableStream { locked: false, state: 'readable', supportsBYOB: false },\n  WritableStream { locked: false, state: 'writable' },\n  CountQueuingStrategy { highWaterMark: 2 }\n]",
//= }
