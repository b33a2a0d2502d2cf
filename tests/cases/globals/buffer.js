// Buffer is a Uint8Array with Node's methods.
async () => {
  const text = Buffer.from("grüße 😀");
  const bytes = Buffer.from([1, 2, 255, 256]);
  const attempt = (f) => { try { return f(); } catch (error) { return `${error.code}: ${error.message}`; } };
  await state.writeFile("/b.bin", Buffer.concat([bytes, text]));
  return {
    isBytes: text instanceof Uint8Array,
    encodings: ["utf8", "hex", "base64", "base64url", "latin1", "utf16le", "ascii"].map((name) => text.toString(name)),
    back: [Buffer.from("Zm9v", "base64").toString(), Buffer.from("666f6f", "hex").toString(), Buffer.from("4pyTIMOg", "base64").toString("utf8")],
    lengths: [text.length, Buffer.byteLength("grüße 😀"), Buffer.alloc(3, "ab").toString()],
    json: JSON.stringify(bytes),
    parts: [bytes.subarray(1, 3), bytes.slice(2).equals(Buffer.from([255, 0])), text.indexOf("ß"), text.includes("😀")],
    numbers: [bytes.readUInt16BE(1), bytes.readInt32LE(0), Buffer.alloc(4).writeUInt32BE(0xdeadbeef)],
    size: (await state.stat("/b.bin")).size,
    wrong: [attempt(() => Buffer.from(5)), attempt(() => text.toString("utf7")), attempt(() => bytes.readUInt32BE(1))],
  };
}
//= result: {
//=   isBytes: true,
//=   encodings: [
//=     "grüße 😀",
//=     "6772c3bcc39f6520f09f9880",
//=     "Z3LDvMOfZSDwn5iA",
//=     "Z3LDvMOfZSDwn5iA",
//=     "grÃ¼Ã\u009fe ð\u009f\u0098\u0080",
//=     "牧볃鿃⁥鿰肘",
//=     "grC<C\u001fe p\u001f\u0018\u0000",
//=   ],
//=   back: ["foo", "foo", "✓ à"],
//=   lengths: [12, 12, "aba"],
//=   json: "{\"type\":\"Buffer\",\"data\":[1,2,255,0]}",
//=   parts: [bytes(02 ff), true, 4, true],
//=   numbers: [767, 16712193, 4],
//=   size: 16,
//=   wrong: [
//=     "ERR_INVALID_ARG_TYPE: The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received type number (5)",
//=     "ERR_UNKNOWN_ENCODING: Unknown encoding: utf7",
//=     "ERR_OUT_OF_RANGE: The value of \"offset\" is out of range. It must be >= 0 and <= 0. Received 1",
//=   ],
//= }
//= created: /b.bin (- -> 16)
