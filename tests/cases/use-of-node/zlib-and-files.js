//! about = "zlib as models use it: at once, with callbacks, in a pipeline of files, and lines of a compressed log"

const fs = require("node:fs");
const zlib = require("node:zlib");
const readline = require("node:readline");
const { promisify } = require("node:util");
const { pipeline } = require("node:stream/promises");

async function main() {
  fs.writeFileSync("/log.txt", Array.from({ length: 500 }, (_, at) => `${at} ${at % 50 ? "ok" : "FAILED"}\n`).join(""));
  await pipeline(fs.createReadStream("/log.txt"), zlib.createGzip({ level: 9 }), fs.createWriteStream("/log.txt.gz"));
  const failed = [];
  const lines = readline.createInterface({ input: fs.createReadStream("/log.txt.gz").pipe(zlib.createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) if (line.endsWith("FAILED")) failed.push(parseInt(line));
  console.log(failed);
  const packed = await promisify(zlib.deflate)("text");
  console.log((await promisify(zlib.inflate)(packed)).toString(), zlib.inflateRawSync(zlib.deflateRawSync("raw")).toString(), zlib.crc32("hello"));
  console.log(fs.readFileSync("/log.txt.gz").length < 2000, zlib.gunzipSync(fs.readFileSync("/log.txt.gz")).equals(fs.readFileSync("/log.txt")));
  for (const damaged of [Buffer.from("no gzip"), zlib.gzipSync("cut").subarray(0, 15)]) {
    try {
      zlib.gunzipSync(damaged);
    } catch (error) {
      console.log(error.code, error.errno, error.message);
    }
  }
  try {
    zlib.gunzipSync(zlib.gzipSync(Buffer.alloc(2000)), { maxOutputLength: 1000 });
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  const web = new Blob(["of the web"]).stream().pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip"));
  console.log(await new Response(web).text());
}
main();
//= result: undefined
//= console.log: "[\n    0,  50, 100, 150,\n  200, 250, 300, 350,\n  400, 450\n]"
//= console.log: text raw 907060870
//= console.log: true true
//= console.log: Z_DATA_ERROR -3 incorrect header check
//= console.log: Z_BUF_ERROR -5 unexpected end of file
//= console.log: RangeError ERR_BUFFER_TOO_LARGE Cannot create a Buffer larger than 1000 bytes
//= console.log: of the web
//= created: /log.txt (- -> 3430)
//= created: /log.txt.gz (- -> 1013)
