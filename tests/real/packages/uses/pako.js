import * as pako from "pako";

export default () => {
  const text = Array.from({ length: 400 }, (_, n) => `line ${n * n} of ${n % 7}é`).join("\n");
  const bytes = new TextEncoder().encode(text);
  const sum = (data) => data.reduce((a, b) => (a * 31 + b) >>> 0, 7);
  const said = (data) => [data.length, sum(data)];
  const deflate = new pako.Deflate({ level: 9 });
  for (let at = 0; at < bytes.length; at += 1000) deflate.push(bytes.subarray(at, at + 1000), at + 1000 >= bytes.length);
  const attempt = (f) => { try { return f(); } catch (error) { return String(error?.message ?? error); } };
  return {
    levels: [0, 1, 4, 6, 9].map((level) => said(pako.deflate(bytes, { level }))),
    strategies: [1, 2, 3, 4].map((strategy) => said(pako.deflate(bytes, { strategy }))),
    raw: said(pako.deflateRaw(bytes)),
    gzip: said(pako.gzip(bytes)),
    streamed: said(deflate.result),
    back: new TextDecoder().decode(pako.inflate(deflate.result)) === text,
    ungzip: new TextDecoder().decode(pako.ungzip(pako.gzip("hällo ".repeat(50)))).length,
    dictionary: said(pako.deflate(bytes, { dictionary: new TextEncoder().encode("line of") })),
    errors: [attempt(() => pako.inflate(new Uint8Array([1, 2, 3]))), attempt(() => pako.inflate(pako.deflate(bytes).subarray(0, 50))?.length ?? "nothing")],
  };
};
