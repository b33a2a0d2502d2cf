import iconv from "iconv-lite";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";

export default async () => {
  const text = "Grüße, Ελλάδα, Привет, 日本語テスト, 한국어, 中文繁體 € “q” 😀";
  const names = ["utf8", "utf16le", "utf16-be", "utf-16", "utf-32le", "utf7", "utf-7-imap", "latin1", "win1250", "win1251", "win1252", "iso-8859-7", "iso-8859-15", "koi8-r", "macroman", "cp437", "cp866", "Shift_JIS", "EUC-JP", "EUC-KR", "cp949", "GBK", "gb18030", "Big5", "big5hkscs", "cesu8", "ascii", "hex", "base64"];
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  const all = async (stream) => { const parts = []; for await (const part of stream) parts.push(part); return parts; };
  const halves = (buffer, size) => Readable.from(Array.from({ length: Math.ceil(buffer.length / size) }, (_, at) => buffer.subarray(at * size, at * size + size)), { objectMode: false });
  const sjis = iconv.encode("日本語テスト", "shiftjis");
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message]; } };
  return {
    encoded: Object.fromEntries(names.filter((name) => name !== "hex" && name !== "base64").map((name) => [name, iconv.encode(text, name).toString("hex")])),
    back: names.filter((name) => name !== "hex" && name !== "base64").map((name) => iconv.decode(iconv.encode(text, name), name)),
    plain: [iconv.encode("00ff41", "hex").toString("latin1"), iconv.decode(Buffer.from("hi"), "base64")],
    tables: ["win1252", "iso-8859-2", "koi8-u", "cp850", "macintosh", "tis620"].map((name) => iconv.decode(Buffer.from(bytes), name).slice(128)),
    marks: [iconv.encode("a", "utf16", { addBOM: false }).toString("hex"), iconv.encode("a", "utf8", { addBOM: true }).toString("hex"), iconv.decode(Buffer.from([0xef, 0xbb, 0xbf, 0x61]), "utf8", { stripBOM: false }).length, iconv.decode(Buffer.from([0xfe, 0xff, 0, 0x61]), "utf-16")],
    exists: ["UTF8", "Latin-1", "windows-1252", "ebcdic", "ISO_8859-1:1987"].map((name) => iconv.encodingExists(name)),
    error: attempt(() => iconv.encode("a", "nothing")),
    decoder: (() => { const decoder = iconv.getDecoder("euc-jp"); const part = iconv.encode("日本", "euc-jp"); return [...part].map((byte) => decoder.write(Buffer.from([byte]))).concat(decoder.end() ?? ""); })(),
    encoder: (() => { const encoder = iconv.getEncoder("utf7"); return [encoder.write("ä"), encoder.write("b"), encoder.end()].map(String); })(),
    streams: [
      (await all(halves(sjis, 1).pipe(iconv.decodeStream("sjis")))).join("|"),
      (await all(halves(iconv.encode(text, "gb18030"), 3).pipe(iconv.decodeStream("gb18030")))).join(""),
      Buffer.concat(await all(Readable.from(["Пр", "ивет"]).pipe(iconv.encodeStream("win1251")))).toString("hex"),
      await new Promise((resolve, reject) => halves(iconv.encode(text, "utf16le"), 5).pipe(iconv.decodeStream("utf16le")).collect((error, all) => (error ? reject(error) : resolve(all)))),
    ],
  };
};
