import csv from "csv-parser";
import { Buffer } from "node:buffer";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

export default async () => {
  const parse = async (text, options, size = 4) => {
    const bytes = Buffer.from(text), rows = [], parser = csv(options);
    const source = Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, at * size + size)), { objectMode: false });
    let headers = null;
    parser.on("headers", (names) => { headers = names; });
    try {
      for await (const row of source.pipe(parser)) rows.push(row);
    } catch (error) { rows.push([error.name, error.message]); }
    return [headers, ...rows];
  };
  const folder = mkdtempSync(join(tmpdir(), "csv-"));
  writeFileSync(join(folder, "in.csv"), "n,square,text\n" + Array.from({ length: 2000 }, (_, n) => `${n},${n * n},"row ""${n}"""\r\n`).join(""));
  let sum = 0, last;
  for await (const row of createReadStream(join(folder, "in.csv")).pipe(csv())) { sum += Number(row.square); last = row; }
  rmSync(folder, { recursive: true });
  return {
    plain: await parse('a,b\n1,"x, ""y"""\n"two\nlines",grün 😀\n'),
    byBytes: await parse('\ufeffa,b\r\n1,"é"\r\n,\r\n', {}, 1),
    tabs: await parse("a\tb\n1\t2", { separator: "\t" }),
    headers: [await parse("1,2\n3,4", { headers: false }), await parse("1,2\n3,4", ["x", "y"]), await parse("A , B\n1,2", { mapHeaders: ({ header, index }) => (index ? header.trim().toLowerCase() : null) })],
    values: await parse("a,b\n1,2\nx,4", { mapValues: ({ header, index, value }) => (Number.isNaN(Number(value)) ? `${header}${index}${value}` : Number(value)) }),
    comments: [await parse("# note\na,b\n#1,2\n3,4", { skipComments: true }), await parse("; n\na\n1", { skipComments: ";" })],
    skipped: await parse("junk\nmore\na,b\n1,2", { skipLines: 2 }),
    quotes: await parse("a,b\n'x,y','it''s'\n", { quote: "'" }),
    escaped: await parse('a\n"x\\"y"\n', { escape: "\\" }),
    newline: await parse("a,b|1,2|3,4", { newline: "|" }),
    offsets: await parse("a,b\n1,2\n33,4\n", { outputByteOffset: true }),
    uneven: [await parse("a,b\n1\n2,3,4"), await parse("a,b\n1\n", { strict: true })],
    long: await parse("a\n" + "x".repeat(50), { maxRowBytes: 20 }),
    raw: (await parse("a,b\n1,2", { raw: true })).map((row) => (Array.isArray(row) ? row : Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value), String(value)]))),
    file: [sum, last],
  };
};
