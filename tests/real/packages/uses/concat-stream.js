import concat from "concat-stream";
import { Buffer } from "node:buffer";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

export default async () => {
  const kind = (value) => (Buffer.isBuffer(value) ? ["Buffer", value.toString()] : value instanceof Uint8Array ? ["Uint8Array", ...value] : [typeof value, value]);
  const written = (options, ...parts) => new Promise((go) => {
    const stream = concat(options, (value) => go(kind(value)));
    for (const part of parts) stream.write(part);
    stream.end();
  });
  const folder = mkdtempSync(join(tmpdir(), "concat-"));
  writeFileSync(join(folder, "text"), "grün\n".repeat(30_000));
  const file = await new Promise((go, fail) => createReadStream(join(folder, "text")).on("error", fail).pipe(concat(go)));
  rmSync(folder, { recursive: true });
  return {
    texts: await written({}, "a", "b"),
    buffers: await written({}, Buffer.from("a"), Buffer.from("ü")),
    bytes: await written({}, new Uint8Array([1, 2]), new Uint8Array([3])),
    arrays: await written({}, [1, 2], [3], [{ a: 4 }]),
    objects: await written({}, { a: 1 }, { b: 2 }),
    none: [await written({}), await written({ encoding: "string" })],
    forced: [await written({ encoding: "string" }, Buffer.from("€").subarray(0, 1), Buffer.from("€").subarray(1)), await written({ encoding: "buffer" }, "a", [98]), await written({ encoding: "u8" }, "ab"), await written({ encoding: "object" }, { a: 1 })],
    numbers: await written({ encoding: "string" }, "n=", Buffer.from([0x31]), new Uint8Array([0x32])),
    piped: await new Promise((go) => Readable.from([Buffer.from("p"), Buffer.from("q")]).pipe(concat({ encoding: "string" }, go))),
    file: [Buffer.isBuffer(file), file.length, file.toString("utf8", 0, 6)],
  };
};
