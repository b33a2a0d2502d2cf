import FormData from "form-data";
import busboy from "busboy";
import { Buffer } from "node:buffer";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

export default async () => {
  const folder = mkdtempSync(join(tmpdir(), "form-")), path = join(folder, "up.json");
  writeFileSync(path, '{"a": "grün"}');
  const make = () => {
    const form = new FormData();
    form.setBoundary("boundary7");
    form.append("text", "Grüße");
    form.append("number", 5);
    form.append("bytes", Buffer.from([1, 2, 250]), { filename: "b.bin", contentType: "application/x-b", knownLength: 3 });
    form.append("list", "x", { header: { "X-Own": "yes" } });
    return form;
  };
  const all = async (stream) => { const parts = []; for await (const part of stream) parts.push(typeof part === "string" ? Buffer.from(part) : part); return Buffer.concat(parts); };
  const piped = (form) => new Promise((go, fail) => { const parts = []; form.on("data", (part) => parts.push(Buffer.from(part))).on("error", fail).on("end", () => go(Buffer.concat(parts))); form.resume(); });
  const parsed = (form) => new Promise((go, fail) => { const log = []; form.pipe(busboy({ headers: form.getHeaders() }).on("field", (name, value) => log.push([name, value])).on("file", async (name, stream, { filename, mimeType }) => { log.push([name, filename, mimeType, (await all(stream)).toString()]); }).on("error", fail).on("close", () => setTimeout(() => go(log), 1))); });
  const withFile = make();
  withFile.append("file", createReadStream(path));
  withFile.append("stream", Readable.from([Buffer.from("s1"), Buffer.from("s2")], { objectMode: false }), { filepath: "deep/s.txt" });
  const length = (form) => new Promise((go) => form.getLength((error, value) => go(error ? [error.name, error.message] : value)));
  const plain = make();
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message]; } };
  const known = make();
  known.append("file", createReadStream(path));
  const answer = {
    headers: [plain.getHeaders(), plain.getHeaders({ "X-A": "1" }), plain.getBoundary()],
    buffer: plain.getBuffer().toString("latin1"),
    lengths: [plain.getLengthSync(), plain.hasKnownLength(), await length(make()), await length(known)],
    body: (await piped(make())).toString("latin1"),
    parsed: await parsed(withFile),
    made: /^-{10,}[0-9a-f]+$/.test(new FormData().getBoundary()),
    errors: [attempt(() => make().append("a", ["list"])), attempt(() => make().append("a", null)), attempt(() => make().setBoundary(5))],
    kind: [String(make()), new FormData() instanceof FormData, typeof FormData.LINE_BREAK],
  };
  rmSync(folder, { recursive: true });
  return answer;
};
