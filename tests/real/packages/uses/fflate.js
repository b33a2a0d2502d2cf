import { AsyncDeflate, Deflate, Gunzip, Inflate, decompressSync, deflateSync, gunzipSync, gzipSync, inflateSync, strFromU8, strToU8, unzipSync, zipSync, zlibSync } from "fflate";

export default () => {
  const text = Array.from({ length: 300 }, (_, n) => `row ${n}: ${Math.imul(n, 2654435761) >>> 20} ü`).join("\n");
  const bytes = strToU8(text);
  const said = (data) => [data.length, data.reduce((a, b) => (a * 33 + b) >>> 0, 5)];
  const zip = zipSync({ "a.txt": strToU8("hello"), dir: { "ü.txt": [bytes, { level: 9, comment: "c" }] } }, { mtime: new Date(Date.UTC(2020, 1, 2)) });
  const chunks = [];
  const stream = new Deflate({ level: 6 }, (chunk) => chunks.push(chunk));
  stream.push(bytes.subarray(0, 2000));
  stream.push(bytes.subarray(2000), true);
  let back = "";
  const inflate = new Inflate((chunk) => { back += strFromU8(chunk, true); });
  chunks.forEach((chunk, index) => inflate.push(chunk, index === chunks.length - 1));
  let unzipped = 0;
  const gunzip = new Gunzip((chunk) => { unzipped += chunk.length; });
  gunzip.push(gzipSync(bytes, { mtime: 0 }), true);
  return {
    deflate: [1, 6, 9].map((level) => said(deflateSync(bytes, { level }))),
    wrapped: [said(zlibSync(bytes)), said(gzipSync(bytes, { mtime: 0, filename: "x" }))],
    zip: zip.length,
    files: Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, data]) => [name, said(data)])),
    filtered: Object.keys(unzipSync(zip, { filter: (file) => file.originalSize > 10 })),
    back: [strFromU8(inflateSync(deflateSync(bytes))) === text, strFromU8(decompressSync(gzipSync(bytes))) === text, gunzipSync(gzipSync(bytes)).length, back.length, unzipped],
    kinds: typeof AsyncDeflate,
    error: (() => { try { return inflateSync(new Uint8Array([255, 255, 1])); } catch (error) { return [error.code, error.message]; } })(),
  };
};
