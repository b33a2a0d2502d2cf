import unzipper from "unzipper";
import yazl from "yazl";
import { Buffer } from "node:buffer";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";

export default async () => {
  const mtime = new Date(2021, 4, 6, 7, 8, 10), all = async (stream) => { const parts = []; for await (const part of stream) parts.push(part); return Buffer.concat(parts); };
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from("stored grün"), "folder/ünï.txt", { mtime, compress: false });
  zip.addBuffer(Buffer.from("again and ".repeat(3000)), "deflated.txt", { mtime });
  zip.addEmptyDirectory("empty", { mtime });
  zip.addBuffer(Buffer.alloc(0), "nothing", { mtime });
  zip.end();
  const bytes = await all(zip.outputStream);
  const folder = mkdtempSync(join(tmpdir(), "unzipper-")), path = join(folder, "a.zip");
  writeFileSync(path, bytes);
  const failed = (promise) => promise.then((value) => ["no error", typeof value], (error) => [error.name, error.message.replace(folder, "")]);
  const cut = (size) => Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, at * size + size)), { objectMode: false });
  const parsed = [];
  for await (const entry of cut(37).pipe(unzipper.Parse({ forceStream: true }))) {
    const content = entry.path === "nothing" ? (entry.autodrain(), null) : (await entry.buffer()).toString();
    parsed.push([entry.path, entry.type, entry.vars.compressionMethod, entry.vars.uncompressedSize, content?.length, content?.slice(0, 12)]);
  }
  const events = await new Promise((go, fail) => { const log = []; createReadStream(path).pipe(unzipper.Parse()).on("entry", (entry) => { log.push(entry.path); entry.autodrain(); }).on("error", fail).on("close", () => go(log)); });
  await createReadStream(path).pipe(unzipper.Extract({ path: join(folder, "out") })).promise();
  const opened = await unzipper.Open.file(path), buffered = await unzipper.Open.buffer(bytes);
  await buffered.extract({ path: join(folder, "more") });
  const list = (under) => readdirSync(join(folder, under), { recursive: true }).sort();
  const custom = await unzipper.Open.custom({ stream: (offset, length) => Readable.from([bytes.subarray(offset, length ? offset + length : undefined)], { objectMode: false }), size: async () => bytes.length });
  const answer = {
    parsed, events,
    one: (await all(cut(50).pipe(unzipper.ParseOne(/deflated/)).pipe(new PassThrough()))).length,
    opened: opened.files.map(({ path, type, compressionMethod, uncompressedSize, lastModifiedDateTime }) => [path, type, compressionMethod, uncompressedSize, lastModifiedDateTime.toISOString()]),
    contents: [(await opened.files[0].buffer()).toString(), (await all(opened.files[1].stream().pipe(new PassThrough()))).length, (await custom.files[0].buffer()).toString()],
    extracted: [list("out"), list("more"), readFileSync(join(folder, "out/deflated.txt"), "utf8").length, readFileSync(join(folder, "more/folder/ünï.txt"), "utf8")],
    errors: [await failed(unzipper.Open.buffer(Buffer.from("no zip at all, and long enough for it"))), await failed(unzipper.Open.file(join(folder, "none"))), await failed(Readable.from([Buffer.from("not a zip")]).pipe(unzipper.Parse()).promise())],
  };
  rmSync(folder, { recursive: true });
  return answer;
};
