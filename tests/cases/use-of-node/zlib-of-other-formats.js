// Brotli and Zstandard are decompressed; what compresses is told. A level changes in the middle of a stream.
const zlib = require("zlib");
const brotli = Buffer.from("iwiAaGVsbG8gaGVsbG8gaGVsbG8D", "base64");
const zstd = Buffer.from("KLUv/WQsAG0AADBoZWxsbyABACNRSxHc3X7M", "base64");
const fails = (work) => { try { return work().toString(); } catch (error) { return [error.name, error.code, error.errno, error.message]; } };
const repeated = "abc".repeat(200000);
const gzip = zlib.createGzip({ level: 1 });
const pieces = [];
gzip.on("data", (piece) => pieces.push(piece));
const ended = new Promise((resolve) => { gzip.on("end", resolve); });
gzip.write("first ");
await new Promise((resolve) => { gzip.params(9, 0, resolve); });
gzip.end("second");
await ended;
return {
  brotli: fails(() => zlib.brotliDecompressSync(brotli)),
  zstd: zlib.crc32(zlib.zstdDecompressSync(zstd)),
  stream: await new Response(new Blob([brotli]).stream().pipeThrough(new DecompressionStream("brotli"))).text(),
  cut: [fails(() => zlib.brotliDecompressSync(brotli.subarray(0, 9))), fails(() => zlib.zstdDecompressSync(zstd.subarray(0, 9)))],
  junk: [fails(() => zlib.brotliDecompressSync("junk")), fails(() => zlib.zstdDecompressSync("junk!"))],
  bound: [fails(() => zlib.brotliDecompressSync(brotli, { maxOutputLength: 3 })), fails(() => zlib.zstdDecompressSync(zstd, { maxOutputLength: 3 }))],
  compress: [fails(() => zlib.brotliCompressSync("a")), fails(() => zlib.createZstdCompress()), fails(() => new CompressionStream("brotli"))],
  repeated: zlib.inflateSync(zlib.deflateSync(repeated)).toString() === repeated,
  params: zlib.gunzipSync(Buffer.concat(pieces)).toString(),
};
