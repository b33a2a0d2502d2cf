// Brotli and Zstandard are decompressed; what compresses is told. A level changes in the middle of a stream.
const zlib = require("zlib");
const brotli = Buffer.from("GxAA+I2Ubt5EVYaWbCBvAU8cYBw=", "base64");
const zstd = Buffer.from("KLUv/WAsAG0AADBoZWxsbyABACNRSxE=", "base64");
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
  frames: [[zstd, zstd], [zstd, Buffer.from([0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 7]), zstd], [zstd, Buffer.from("no frame")], [zstd, zstd.subarray(0, 9)]].map((parts) => fails(() => zlib.zstdDecompressSync(Buffer.concat(parts)).length)),
  stream: await new Response(new Blob([brotli]).stream().pipeThrough(new DecompressionStream("brotli"))).text(),
  cut: [fails(() => zlib.brotliDecompressSync(brotli.subarray(0, 9))), fails(() => zlib.zstdDecompressSync(zstd.subarray(0, 9)))],
  junk: [fails(() => zlib.brotliDecompressSync("junk")), fails(() => zlib.zstdDecompressSync("junk!"))],
  bound: [fails(() => zlib.brotliDecompressSync(brotli, { maxOutputLength: 3 })), fails(() => zlib.zstdDecompressSync(zstd, { maxOutputLength: 3 }))],
  compress: [fails(() => zlib.brotliCompressSync("a")), fails(() => zlib.createZstdCompress()), fails(() => new CompressionStream("brotli"))],
  repeated: zlib.inflateSync(zlib.deflateSync(repeated)).toString() === repeated,
  params: zlib.gunzipSync(Buffer.concat(pieces)).toString(),
};
//= result: {
//=   brotli: "hello hello hello",
//=   zstd: 1497516225,
//=   frames: ["600", "600", "300", ["Error", "Z_BUF_ERROR", -5, "unexpected end of file"]],
//=   stream: "hello hello hello",
//=   cut: [
//=     ["Error", "Z_BUF_ERROR", -5, "unexpected end of file"],
//=     ["Error", "Z_BUF_ERROR", -5, "unexpected end of file"],
//=   ],
//=   junk: [
//=     ["Error", "Z_BUF_ERROR", -5, "unexpected end of file"],
//=     ["Error", "ZSTD_error_prefix_unknown", 10, "Unknown frame descriptor"],
//=   ],
//=   bound: [
//=     [
//=       "RangeError",
//=       "ERR_BUFFER_TOO_LARGE",
//=       undefined,
//=       "Cannot create a Buffer larger than 3 bytes",
//=     ],
//=     [
//=       "RangeError",
//=       "ERR_BUFFER_TOO_LARGE",
//=       undefined,
//=       "Cannot create a Buffer larger than 3 bytes",
//=     ],
//=   ],
//=   compress: [
//=     [
//=       "Error",
//=       "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
//=       undefined,
//=       "zlib.BrotliCompress: Brotli is only decompressed here: gzip, deflate and deflateRaw compress",
//=     ],
//=     [
//=       "Error",
//=       "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
//=       undefined,
//=       "zlib.ZstdCompress: Zstandard is only decompressed here: gzip, deflate and deflateRaw compress",
//=     ],
//=     [
//=       "TypeError",
//=       "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
//=       undefined,
//=       "CompressionStream: Brotli is only decompressed here: use gzip, deflate or deflate-raw",
//=     ],
//=   ],
//=   repeated: true,
//=   params: "first second",
//= }
