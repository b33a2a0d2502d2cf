import tar from "tar-stream";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

export default async () => {
  const mtime = new Date(Date.UTC(2021, 4, 6));
  const make = () => {
    const pack = tar.pack();
    pack.entry({ name: "hello.txt", mtime, mode: 0o600, uname: "ann" }, "Hello grün\n");
    pack.entry({ name: "folder", type: "directory", mtime });
    pack.entry({ name: "folder/link", type: "symlink", linkname: "../hello.txt", mtime });
    pack.entry({ name: `${"long/".repeat(40)}ünï.bin`, mtime, uid: 1000, gid: 50 }, Buffer.alloc(1500, 7));
    const entry = pack.entry({ name: "streamed", size: 10, mtime, pax: { comment: "noted" } }, (error) => { if (!error) pack.finalize(); });
    entry.write("01234");
    setTimeout(() => { entry.write("56789"); entry.end(); }, 1);
    return pack;
  };
  const read = async (stream) => {
    const entries = [];
    for await (const entry of stream.pipe(tar.extract())) {
      const parts = [];
      for await (const part of entry) parts.push(part);
      const { name, size, type, mode, mtime, linkname, uid, gid, uname, pax } = entry.header;
      entries.push({ name, size, type, mode, mtime, linkname, uid, gid, uname, pax, text: Buffer.concat(parts).toString("latin1").slice(0, 20) });
    }
    return entries;
  };
  const parts = [];
  for await (const part of make()) parts.push(part);
  const bytes = Buffer.concat(parts);
  const folder = mkdtempSync(join(tmpdir(), "tar-")), path = join(folder, "a.tar.gz");
  await pipeline(make(), createGzip(), createWriteStream(path));
  const zipped = await read(createReadStream(path).pipe(createGunzip()));
  rmSync(folder, { recursive: true });
  const events = await new Promise((go, fail) => {
    const log = [], extract = tar.extract();
    extract.on("entry", (header, stream, next) => { log.push(header.name.slice(-10)); stream.on("end", () => setTimeout(next, 1)); stream.resume(); }).on("error", fail).on("finish", () => go([...log, "finish"]));
    Readable.from([bytes.subarray(0, 700), bytes.subarray(700, 1100), bytes.subarray(1100)], { objectMode: false }).pipe(extract);
  });
  const changed = tar.extract(), pack = tar.pack();
  changed.on("entry", (header, stream, next) => { header.name = "moved/" + header.name; if (header.type === "file") stream.pipe(pack.entry(header, next)); else { stream.resume(); next(); } });
  changed.on("finish", () => pack.finalize());
  changed.end(bytes);
  const failed = (promise) => promise.then((value) => ["no error", value], (error) => [error.name, error.message]);
  const broken = Buffer.from(bytes);
  broken[0] ^= 1;
  return {
    bytes: [bytes.length, createHash("sha1").update(bytes).digest("hex")],
    zipped, events,
    moved: (await read(pack)).map(({ name, size }) => [name.slice(0, 16), size]),
    errors: [await failed(read(Readable.from([broken]))), await failed(read(Readable.from([bytes.subarray(0, 800)]))), await failed(new Promise((go, fail) => { const pack = tar.pack(); pack.on("error", fail); pack.entry({ name: "x", size: 3 }, (error) => (error ? fail(error) : go())).on("error", () => {}).end("toolong"); pack.resume(); }))],
  };
};
