import * as tar from "tar";
import { Buffer } from "node:buffer";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGunzip, createGzip } from "node:zlib";
import { Readable } from "node:stream";

export default async () => {
  const folder = mkdtempSync(join(tmpdir(), "tar-")), at = (name) => join(folder, name), mtime = new Date(Date.UTC(2021, 4, 6));
  mkdirSync(at("in/deep"), { recursive: true });
  writeFileSync(at("in/a.txt"), "a\n".repeat(3000), { mode: 0o644 });
  writeFileSync(at("in/deep/ünï.md"), "grün 😀", { mode: 0o600 });
  symlinkSync("a.txt", at("in/link"));
  for (const name of ["out", "filtered", "sync", "zipped"]) mkdirSync(at(name));
  const list = (name) => readdirSync(at(name), { recursive: true }).sort();
  const all = async (stream) => { const parts = []; for await (const part of stream) parts.push(part); return Buffer.concat(parts); };
  const attempt = async (f) => { try { return await f(); } catch (error) { return [error.name, error.code ?? null, error.message.replaceAll(folder, "")]; } };
  const options = { cwd: folder, portable: true, mtime };
  await tar.create({ ...options, file: at("a.tar") }, ["in"]);
  const entries = [];
  await tar.list({ file: at("a.tar"), onReadEntry: (entry) => entries.push([entry.path, entry.type, entry.size, entry.mode.toString(8), entry.linkpath || null, entry.mtime ?? null]) });
  await tar.extract({ file: at("a.tar"), cwd: at("out") });
  await tar.extract({ file: at("a.tar"), cwd: at("filtered"), strip: 1, filter: (path) => !path.endsWith(".md"), newer: false });
  tar.create({ ...options, file: at("b.tar"), sync: true, prefix: "pre" }, ["in/a.txt"]);
  tar.update({ ...options, file: at("b.tar"), sync: true }, ["in/deep/ünï.md"]);
  const updated = [];
  tar.list({ file: at("b.tar"), sync: true, onReadEntry: ({ path }) => updated.push(path) });
  tar.extract({ file: at("b.tar"), cwd: at("sync"), sync: true });
  const streamed = await all(Readable.from([await tar.create(options, ["in/a.txt"]).concat()]).pipe(createGzip()).pipe(createGunzip()));
  const parsed = [];
  await new Promise((go, fail) => { const parser = new tar.Parser({ onReadEntry: async (entry) => { parsed.push([entry.path, (await entry.concat()).length]); } }); parser.on("end", go).on("error", fail); for (let start = 0; start < streamed.length; start += 300) parser.write(streamed.subarray(start, start + 300)); parser.end(); });
  const answer = {
    entries: entries.sort(),
    extracted: [list("out"), readFileSync(at("out/in/deep/ünï.md"), "utf8"), readlinkSync(at("out/in/link")), (statSync(at("out/in/deep/ünï.md")).mode & 0o777).toString(8)],
    others: [list("filtered"), updated, list("sync")], parsed, streamed: streamed.length,
    headers: [tar.types.name.get("5"), (() => { const block = Buffer.alloc(512); new tar.Header({ path: "x/y", size: 5, mode: 0o644, type: "File", mtime }).encode(block); const { path, size, mode, mtime: time, cksumValid } = new tar.Header(block); return [path, size, mode, time, cksumValid]; })(), new tar.Pax({ path: "ü", size: 5 }).encode().subarray(512, 540).toString()],
    errors: [await attempt(() => tar.list({ file: at("none") })), await attempt(() => tar.create({ file: at("c.tar"), cwd: folder }, ["none"])), await attempt(() => tar.extract({ file: at("in/a.txt"), cwd: at("out"), strict: true })), await attempt(() => tar.create({ file: at("c.tar") }, []))],
    zipped: await attempt(() => { tar.create({ ...options, gzip: true, sync: true, file: at("a.tgz") }, ["in"]); tar.extract({ file: at("a.tgz"), sync: true, cwd: at("zipped") }); return list("zipped"); }),
  };
  rmSync(folder, { recursive: true });
  return answer;
};
