import yauzl from "yauzl";
import yazl from "yazl";
import { Buffer } from "node:buffer";
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export default async () => {
  const mtime = new Date(2021, 4, 6, 7, 8, 10);
  const folder = mkdtempSync(join(tmpdir(), "yauzl-"));
  writeFileSync(join(folder, "in.txt"), "from a file\n".repeat(1000));
  const zip = new yazl.ZipFile();
  zip.addFile(join(folder, "in.txt"), "folder/in.txt", { mtime, mode: 0o100644 });
  zip.addBuffer(Buffer.from("stored grün"), "ünï.txt", { mtime, compress: false, mode: 0o100600, fileComment: "noted" });
  zip.addBuffer(Buffer.alloc(20_000, "ab"), "deflated.bin", { mtime, compressionLevel: 9 });
  zip.addReadStream(Readable.from([Buffer.from("streamed "), Buffer.from("bytes")]), "streamed", { mtime, compress: false });
  zip.addEmptyDirectory("empty", { mtime });
  zip.end({ comment: "of all" });
  const path = join(folder, "out.zip");
  await pipeline(zip.outputStream, createWriteStream(path));
  const text = async (stream) => { const parts = []; for await (const part of stream) parts.push(part); return Buffer.concat(parts).toString(); };
  const opened = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  const entries = [];
  for await (const entry of opened.eachEntry?.() ?? []) entries.push(entry);
  const shown = [];
  for (const entry of entries) {
    const content = entry.fileName.endsWith("/") ? null : await text(await opened.openReadStreamPromise(entry));
    shown.push([entry.fileName, entry.uncompressedSize, entry.compressionMethod, entry.crc32, entry.fileComment, entry.getLastModDate({ timezone: "UTC" }).toISOString(), (entry.externalFileAttributes >>> 16).toString(8), content?.length, content?.slice(0, 12)]);
  }
  const range = await text(await opened.openReadStreamPromise(entries.find(({ fileName }) => fileName === "ünï.txt"), { start: 2, end: 8 }));
  opened.close();
  const bytes = Buffer.from(await (async () => { const parts = []; for await (const part of createReadStream(path)) parts.push(part); return Buffer.concat(parts); })());
  const names = await new Promise((go, fail) => yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, file) => {
    if (error) return fail(error);
    const found = [file.entryCount, file.comment];
    file.on("entry", (entry) => { found.push(entry.fileName); file.readEntry(); }).on("end", () => go(found)).on("error", fail);
    file.readEntry();
  }));
  const failed = (promise) => promise.then(() => "no error", (error) => [error.name, error.code ?? null, error.message.replace(folder, "")]);
  const spoiled = Buffer.from(bytes);
  spoiled.write("xx", spoiled.indexOf("deflated.bin") + 14);
  const readSpoiled = async () => {
    const file = await yauzl.fromBufferPromise(spoiled, { lazyEntries: true });
    for await (const entry of file.eachEntry()) if (entry.fileName === "deflated.bin") await text(await file.openReadStreamPromise(entry));
  };
  const answer = {
    shown, range, names,
    errors: [await failed(yauzl.openPromise(join(folder, "nothing"))), await failed(yauzl.fromBufferPromise(Buffer.from("no zip at all, and long enough for it"))), await failed(yauzl.fromBufferPromise(bytes.subarray(0, -3)))],
    spoiled: (await failed(readSpoiled())) !== "no error",
    checked: ["a/../b", "/root", "a\\b", "C:/x", "fine/one"].map((name) => yauzl.validateFileName(name)),
    dates: [yauzl.dosDateTimeToDate(0x52a6, 0x3904, "UTC").toISOString(), yazl.dateToDosDateTime(mtime)],
  };
  rmSync(folder, { recursive: true });
  return answer;
};
