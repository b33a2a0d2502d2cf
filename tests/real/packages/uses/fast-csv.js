import { format, parse, parseFile, parseStream, parseString, write, writeToBuffer, writeToPath, writeToString } from "fast-csv";
import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

const ROWS = [{ a: 1, b: 'x, "y"' }, { a: "ü😀", b: "two\nlines" }, { a: null, b: undefined }];

export default async () => {
  const collect = (stream) => new Promise((go) => { const rows = []; let headers = null; stream.on("headers", (names) => { headers = names; }).on("data", (row) => rows.push(row)).on("data-invalid", (row, at, reason) => rows.push(["invalid", row, at, reason ?? null])).on("error", (error) => go([...rows, [error.name, error.message]])).on("end", (count) => go(headers ? { headers, rows, count } : { rows, count })); });
  const text = (stream) => new Promise((go, fail) => { let all = ""; stream.on("data", (part) => { all += part; }).on("error", fail).on("end", () => go(all)); });
  const folder = mkdtempSync(join(tmpdir(), "fast-csv-")), path = join(folder, "out.csv");
  await new Promise((go, fail) => writeToPath(path, Array.from({ length: 500 }, (_, n) => [n, `row ${n}`]), { headers: ["n", "text"], quoteColumns: { text: true } }).on("error", fail).on("finish", go));
  const file = await collect(parseFile(path, { headers: true, skipRows: 490, maxRows: 5 }));
  const written = readFileSync(path, "utf8").split("\n").slice(0, 3);
  rmSync(folder, { recursive: true });
  const formatter = format({ headers: true }).transform((row) => ({ ...row, c: String(row.a).length }));
  const formatted = text(formatter);
  for (const row of ROWS) formatter.write(row);
  formatter.end();
  return {
    plain: await collect(parseString('a,b\n1,"x, ""y"""\r\n"two\nlines",\n')),
    headers: [await collect(parseString("a,b\n1,2", { headers: true })), await collect(parseString("1,2", { headers: ["x", undefined] })), await collect(parseString("a,b\n1,2", { headers: (names) => names.map((name) => name.toUpperCase()) })), await collect(parseString("a,b\n1,2", { headers: ["p", "q"], renameHeaders: true }))],
    options: [await collect(parseString("a;b\n'1;2';3", { delimiter: ";", quote: "'" })), await collect(parseString(" a , b \n# no\n\n1,2 ", { trim: true, comment: "#", ignoreEmpty: true })), await collect(parseString("a\n1\n2\n3\n4", { headers: true, skipLines: 0, skipRows: 1, maxRows: 2 })), await collect(parseString('a\n"x\\"y"', { escape: "\\" }))],
    transformed: [await collect(parseString("a\n1\n2", { headers: true }).transform((row) => ({ ...row, twice: row.a * 2 }))), await collect(parseString("a\n1\n2", { headers: true }).transform((row, done) => setTimeout(() => done(null, [row.a]), 1)))],
    validated: [await collect(parseString("a\n1\n2\n3", { headers: true }).validate((row) => row.a !== "2")), await collect(parseString("a\n1\n2", { headers: true }).validate((row, done) => done(null, row.a === "1", "not one")))],
    errors: [await collect(parseString("a,b\n1,2,3", { headers: true })), await collect(parseString("a,b\n1,2,3\n4", { headers: true, discardUnmappedColumns: true })), await collect(parseString("a,b\n1,2,3", { headers: true, strictColumnHandling: true })), await collect(parseString('a\n"b', {})), await collect(parseString("a,a\n1,2", { headers: true })), await collect(parseString('"a"b,c'))],
    streams: [await collect(parseStream(Readable.from([Buffer.from("a,"), Buffer.from("b\n1"), Buffer.from(",2")]), { headers: true })), await collect(Readable.from([Buffer.from("x\n"), Buffer.from("€").subarray(0, 2), Buffer.from("€").subarray(2)], { objectMode: false }).pipe(parse({ objectMode: true }))), (await text(parseString("1,2", { objectMode: false })))],
    written: [written, await writeToString(ROWS, { headers: true }), await writeToString([["a", 1], ["b"]], { rowDelimiter: "\r\n", includeEndRowDelimiter: true, quoteColumns: true }), String(await writeToBuffer([[["a", 1], ["b", 2]]], { headers: true })), await writeToString(ROWS, { headers: ["b"], writeBOM: true, delimiter: "\t", quoteHeaders: true }), await text(write([["="], [new Date(0).toISOString()]], { transform: (row) => row.concat("t") }))],
    formatted: await formatted,
    file,
  };
};
