import { BufferList, BufferListStream } from "bl";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";

export default async () => {
  const list = new BufferList();
  list.append(Buffer.from("abcd")).append("efg").append(new Uint8Array([104, 105])).append(["j", Buffer.from("kl")]).append(new BufferList([Buffer.from("mno")]));
  list.prepend("<");
  const numbers = new BufferList([Buffer.from([1, 2, 3]), Buffer.from([4, 5, 250, 6]), Buffer.from([0x40, 0x49, 0x0f, 0xdb, 7, 8, 9, 10])]);
  const collected = await new Promise((go, fail) => Readable.from([Buffer.from("one "), Buffer.from("two")]).pipe(new BufferListStream((error, data) => (error ? fail(error) : go(data)))));
  const copy = Buffer.alloc(6, ".");
  list.copy(copy, 1, 2, 6);
  const consumed = list.duplicate?.() ?? new BufferList(list.slice());
  const before = consumed.length;
  consumed.consume(7);
  const stream = new BufferListStream("streamed text");
  const read = [];
  for await (const part of stream) read.push(part.toString());
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message]; } };
  return {
    text: [list.length, list.toString(), list.toString("ascii", 3, 8), list.toString("hex", 0, 3)],
    slices: [list.slice(2, 9).toString(), list.slice(-4).toString(), list.slice(5, 2).length, list.shallowSlice(3, 10).toString()],
    get: [list.get(0), list.get(10), list.get(99) ?? null],
    index: [list.indexOf("efg"), list.indexOf("d", 5), list.indexOf(Buffer.from("ij")), list.indexOf(0x6b), list.indexOf("zz"), list.indexOf("", 3)],
    numbers: [numbers.readUInt8(5), numbers.readInt8(5), numbers.readUInt16BE(2), numbers.readUInt16LE(2), numbers.readInt32BE(1), numbers.readUInt32LE(3), numbers.readFloatBE(7), numbers.readDoubleLE(6), numbers.readIntBE(3, 6), numbers.readUIntLE(2, 3), String(numbers.readBigInt64BE?.(0) ?? "none")],
    copy: copy.toString(),
    consumed: [before, consumed.length, consumed.toString()],
    stream: read.join("|"),
    collected: collected.toString(),
    kinds: [BufferList.isBufferList(list), BufferList.isBufferList([]), BufferList.isBufferList(stream)],
    wrong: [attempt(() => new BufferList({ a: 1 }).length), attempt(() => list.append(5).toString()), attempt(() => numbers.readUInt32BE(14)), attempt(() => list.indexOf({}))],
    entries: [...(list.getBuffers?.() ?? [])].map(String),
  };
};
