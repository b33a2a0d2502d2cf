//! about = "Messages are framed, cut into pieces, and put together again."

const { Buffer } = require("node:buffer");

function encode(type, payload) {
  const body = Buffer.from(JSON.stringify(payload), "utf8");
  const frame = Buffer.allocUnsafe(9 + body.length + 4);
  frame.writeUInt8(type, 0);
  frame.writeBigUInt64BE(BigInt(body.length), 1);
  body.copy(frame, 9);
  frame.writeInt32LE(body.reduce((sum, byte) => (sum * 31 + byte) | 0, 7), 9 + body.length);
  return frame;
}
class Decoder {
  #rest = Buffer.alloc(0);
  *push(chunk) {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 13) {
      const length = Number(this.#rest.readBigUInt64BE(1));
      if (this.#rest.length < 13 + length) return;
      const body = this.#rest.subarray(9, 9 + length);
      const sum = this.#rest.readInt32LE(9 + length);
      yield { type: this.#rest[0], body: JSON.parse(body.toString()), ok: sum === body.reduce((s, b) => (s * 31 + b) | 0, 7) };
      this.#rest = this.#rest.subarray(13 + length);
    }
  }
}
const stream = Buffer.concat([encode(1, { a: "ü€😀" }), encode(2, [1, 2]), encode(255, null)]);
const decoder = new Decoder();
for (let i = 0; i < stream.length; i += 7) for (const message of decoder.push(stream.slice(i, i + 7))) console.log(message);
const b = Buffer.alloc(16);
b.writeDoubleBE(Math.PI); b.writeFloatLE(1.5, 8); b.writeIntBE(-2, 12, 3); b.writeUIntLE(0xabc, 13, 3);
console.log(b.toString("hex"), b.readDoubleBE(0), b.readFloatLE(8), b.readUIntBE(12, 4), b.readIntLE(13, 3));
console.log(Buffer.from("buffer").fill("ab", 1, 5).toString(), Buffer.alloc(5, "xyz"), Buffer.from([256, -1, 3.7, "4"]), Buffer.from(new Uint16Array([1, 258])));
try { b.readUInt8(16); } catch (e) { console.log(e.code, e.name, e.message); }
try { b.writeUInt8(256, 0); } catch (e) { console.log(e.code, e.message); }
try { Buffer.from(5); } catch (e) { console.log(e.code); }
const view = Buffer.from(new ArrayBuffer(8), 2, 4);
view[0] = 9;
console.log(view.byteOffset, view.length, new Uint8Array(view.buffer)[2], Buffer.compare(Buffer.from("a"), Buffer.from("b")), [...Buffer.from("hi").entries()], Buffer.concat([Buffer.from("abc"), Buffer.from("def")], 4).toString());
console.log(Buffer.from("ff0g", "hex"), Buffer.from("zażółć").toString("ascii"), Buffer.from("€").toString("latin1"), Buffer.byteLength("YWI=", "base64"), Buffer.from("test").indexOf("st"), b.swap32 === undefined, Buffer.from("abc").toString("utf8", 1, 2), JSON.stringify(Buffer.from("x")));
//= result: undefined
//= console.log: { type: 1, body: { a: 'ü€😀' }, ok: true }
//= console.log: { type: 2, body: [ 1, 2 ], ok: true }
//= console.log: { type: 255, body: null, ok: true }
//= console.log: 400921fb54442d180000c03fffbc0a00 3.141592653589793 1.5 4290513408 2748
//= console.log: bababr <Buffer 78 79 7a 78 79> <Buffer 00 ff 03 04> <Buffer 01 02>
//= console.log: ERR_OUT_OF_RANGE RangeError The value of "offset" is out of range. It must be >= 0 and <= 15. Received 16
//= console.log: ERR_OUT_OF_RANGE The value of "value" is out of range. It must be >= 0 and <= 255. Received 256
//= console.log: ERR_INVALID_ARG_TYPE
//= console.log: 2 4 9 -1 [ [ 0, 104 ], [ 1, 105 ] ] abcd
//= console.log: "<Buffer ff> zaE<C3E\u0002D\u0007 â\u0082¬ 2 2 false b {\"type\":\"Buffer\",\"data\":[120]}"
