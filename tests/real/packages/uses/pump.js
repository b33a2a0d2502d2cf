import pump from "pump";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Transform, Writable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";

export default async () => {
  const folder = mkdtempSync(join(tmpdir(), "pump-"));
  const run = (...streams) => new Promise((go) => pump(...streams, (error) => go(error ? [error.message, error.code ?? null] : "done")));
  const upper = () => new Transform({ transform(part, encoding, done) { done(null, String(part).toUpperCase()); } });
  const text = "line of text\n".repeat(20_000);
  writeFileSync(join(folder, "in.txt"), text);
  const zipped = await run(createReadStream(join(folder, "in.txt")), upper(), createGzip(), createWriteStream(join(folder, "out.gz")));
  const hash = createHash("sha256");
  const unzipped = await run(createReadStream(join(folder, "out.gz")), createGunzip(), hash);
  const source = Readable.from(Array.from({ length: 100 }, (_, at) => Buffer.from(`${at}`)));
  let count = 0;
  const failing = new Writable({ write(part, encoding, done) { done(++count === 3 ? new Error("third") : null); } });
  const failed = await run(source, failing);
  const missing = await run(createReadStream(join(folder, "nothing")), upper(), createWriteStream(join(folder, "never")));
  const list = await new Promise((go) => pump([Readable.from(["a", "b"]), upper(), createWriteStream(join(folder, "list.txt"))], (error) => go(error ?? "done")));
  const spoiled = await run(Readable.from([Buffer.from("not gzip")]), createGunzip(), new Writable({ write(part, encoding, done) { done(); } }));
  const answer = {
    zipped, unzipped, failed, list, spoiled,
    missing: [missing[0].replace(folder, ""), missing[1]],
    destroyed: [source.destroyed, failing.destroyed, count],
    hash: hash.digest("hex"),
    expected: createHash("sha256").update(text.toUpperCase()).digest("hex"),
    text: readFileSync(join(folder, "list.txt"), "utf8"),
    one: (() => { try { return pump(Readable.from([])); } catch (error) { return error.message; } })(),
  };
  rmSync(folder, { recursive: true });
  return answer;
};
