import { JsonArchive, TarArchive, ZipArchive } from "archiver";
import tar from "tar-stream";
import yauzl from "yauzl";
import { Buffer } from "node:buffer";
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { gunzipSync } from "node:zlib";

export default async () => {
  const date = new Date(Date.UTC(2021, 4, 6, 7, 8, 10));
  const folder = mkdtempSync(join(tmpdir(), "archiver-"));
  mkdirSync(join(folder, "in/deep"), { recursive: true });
  writeFileSync(join(folder, "in/a.txt"), "a\n".repeat(5000));
  writeFileSync(join(folder, "in/deep/b.md"), "grün 😀");
  const all = async (stream) => { const parts = []; for await (const part of stream) parts.push(part); return Buffer.concat(parts); };
  const make = async (archive) => {
    const log = [], out = new PassThrough(), bytes = all(out);
    archive.on("warning", (error) => log.push(["warning", error.code])).on("error", (error) => log.push(["error", error.code ?? null, error.message])).on("entry", ({ name, type, size }) => log.push([name, type ?? null]));
    archive.pipe(out);
    archive.append("from a text", { name: "text.txt", date, mode: 0o600 });
    archive.append(Buffer.from([1, 2, 3]), { name: "bytes.bin", prefix: "pre", date });
    archive.append(Readable.from([Buffer.from("from a "), Buffer.from("stream")], { objectMode: false }), { name: "stream.txt", date });
    archive.file(join(folder, "in/a.txt"), { name: "file.txt", date, mode: 0o644 });
    archive.directory(join(folder, "in"), "dir", (entry) => (entry.name.endsWith("b.md") ? Object.assign(entry, { date }) : false));
    archive.symlink("link", "text.txt");
    await archive.finalize();
    const data = await bytes;
    return { log: log.map((entry) => JSON.stringify(entry)).sort(), data, pointer: archive.pointer() === data.length };
  };
  const readZip = async (data) => {
    const file = await yauzl.fromBufferPromise(data, { lazyEntries: true, autoClose: false }), entries = [];
    for await (const entry of file.eachEntry()) entries.push(entry);
    const shown = [];
    for (const entry of entries) { const text = await all(await file.openReadStreamPromise(entry)); shown.push([entry.fileName, entry.compressionMethod, text.length, text.toString("latin1", 0, 12), (entry.externalFileAttributes >>> 16).toString(8)]); }
    return [file.comment, ...shown.sort(([one], [other]) => (one < other ? -1 : 1))];
  };
  const readTar = async (data) => {
    const entries = [];
    for await (const entry of Readable.from([data]).pipe(tar.extract())) entries.push([entry.header.name, entry.header.type, entry.header.size, entry.header.linkname, (await all(entry)).toString("latin1").slice(0, 12)]);
    return entries.sort(([one], [other]) => (one < other ? -1 : 1));
  };
  const zip = await make(new ZipArchive({ zlib: { level: 9 }, comment: "noted" }));
  const stored = await make(new ZipArchive({ store: true, forceUTC: true }));
  const tarred = await make(new TarArchive({}));
  const zipped = await make(new TarArchive({ gzip: true, gzipOptions: { level: 1 } }));
  const json = await make(new JsonArchive({}));
  const path = join(folder, "out.zip"), globbed = new ZipArchive({}), closed = new Promise((go) => { const out = createWriteStream(path); out.on("close", go); globbed.pipe(out); });
  globbed.glob("**/*.md", { cwd: join(folder, "in") });
  await globbed.finalize();
  await closed;
  const failing = new ZipArchive({}), failures = [];
  failing.on("error", (error) => failures.push([error.code ?? null, error.message])).on("warning", (error) => failures.push(["warning", error.code]));
  failing.resume();
  failing.append("no name", {});
  failing.file(join(folder, "nothing"), { name: "x" });
  failing.append("text", { name: "ok" });
  failing.finalize();
  await new Promise((go) => setTimeout(go, 30));
  failing.append("late", { name: "late" });
  const answer = {
    zip: [zip.log, zip.pointer, await readZip(zip.data)],
    stored: [stored.log, stored.pointer, await readZip(stored.data)],
    tar: [tarred.log, tarred.pointer, await readTar(tarred.data)],
    zipped: JSON.stringify(await readTar(gunzipSync(zipped.data))) === JSON.stringify(await readTar(tarred.data)),
    json: JSON.parse(json.data).map(({ name, size, type, crc32 }) => [name, size, type, crc32]).sort(),
    globbed: await readZip(readFileSync(path)),
    read: (await all(createReadStream(path, { end: 3 }))).toString("hex"),
    failures,
  };
  rmSync(folder, { recursive: true });
  return answer;
};
