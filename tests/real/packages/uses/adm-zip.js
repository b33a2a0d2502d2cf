import AdmZip from "adm-zip";
import { Buffer } from "node:buffer";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default async () => {
  const folder = mkdtempSync(join(tmpdir(), "adm-"));
  mkdirSync(join(folder, "in/deep"), { recursive: true });
  writeFileSync(join(folder, "in/a.txt"), "file a");
  writeFileSync(join(folder, "in/deep/b.txt"), "file b".repeat(100));
  const zip = new AdmZip();
  zip.addFile("text.txt", Buffer.from("Grüße ".repeat(200)), "noted", 0o600);
  zip.addFile("empty/", Buffer.alloc(0));
  zip.addFile("dir/ünï.bin", Buffer.from([1, 2, 255]));
  zip.addLocalFile(join(folder, "in/a.txt"), "local", "renamed.txt");
  zip.addLocalFolder(join(folder, "in"), "tree", (name) => !name.includes("a.txt"));
  zip.addZipComment("of all");
  zip.updateFile("dir/ünï.bin", Buffer.from("updated"));
  const bytes = zip.toBuffer();
  writeFileSync(join(folder, "out.zip"), bytes);
  const read = new AdmZip(join(folder, "out.zip")), same = new AdmZip(bytes);
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name ?? typeof error, String(error.message ?? error).replace(folder, "")]; } };
  read.extractAllTo(join(folder, "all"), true);
  read.extractEntryTo("tree/deep/b.txt", join(folder, "one"), false, true);
  await new Promise((go, fail) => same.extractAllToAsync(join(folder, "later"), true, false, (error) => (error ? fail(error) : go())));
  same.deleteFile("text.txt");
  same.deleteFile("tree/");
  const spoiled = Buffer.from(bytes);
  spoiled[60] ^= 255;
  const answer = {
    entries: read.getEntries().map((entry) => [entry.entryName, entry.name, entry.isDirectory, entry.header.size, entry.header.method, entry.header.crc, entry.comment, entry.attr.toString(8)]),
    text: [read.readAsText("text.txt").length, read.readAsText("dir/ünï.bin"), read.readFile("local/renamed.txt").toString(), read.readAsText("none"), read.getZipComment(), read.getEntry("none")],
    called: await new Promise((go) => read.readAsTextAsync("local/renamed.txt", go)),
    buffered: await new Promise((go, fail) => zip.toBuffer((made) => go(new AdmZip(made).getEntryCount()), fail)),
    extracted: ["all", "one", "later"].map((name) => readdirSync(join(folder, name), { recursive: true }).sort()),
    content: [readFileSync(join(folder, "one/b.txt"), "utf8").length, readFileSync(join(folder, "later/text.txt"), "utf8").slice(0, 6)],
    deleted: same.getEntries().map(({ entryName }) => entryName),
    tested: [read.test(), attempt(() => new AdmZip(spoiled).test())],
    written: [zip.writeZip(join(folder, "again.zip")), existsSync(join(folder, "again.zip")), await zip.writeZipPromise(join(folder, "more.zip"), { overwrite: true })],
    errors: [attempt(() => new AdmZip(Buffer.from("no zip"))), attempt(() => new AdmZip(join(folder, "none"))), attempt(() => new AdmZip(spoiled).readAsText("text.txt")), attempt(() => zip.addLocalFile(join(folder, "none")))],
  };
  rmSync(folder, { recursive: true });
  return answer;
};
