// csv-parse, csv-stringify and papaparse at the ends of streams, with the answers of the packages in Node.
async () => {
  const fs = require("fs"), { pipeline } = require("stream/promises"); const out = {};
  await state.writeFile("/in.csv", 'id,name\n1,"a,b"\n2,ü\n3,c\n');
  const { parse, Parser } = require("csv-parse"), { stringify } = require("csv-stringify"), Papa = require("papaparse");
  out.on = await new Promise((resolve, reject) => { const rows = []; fs.createReadStream("/in.csv", { highWaterMark: 5 }).pipe(parse({ columns: true })).on("data", (r) => rows.push(r)).on("end", () => resolve(rows)).on("error", reject); });
  out.iter = []; for await (const r of fs.createReadStream("/in.csv").pipe(parse({ cast: true, from_line: 2 }))) out.iter.push(r);
  const p = parse({ delimiter: "," }); const got = []; p.on("readable", () => { let r; while ((r = p.read()) !== null) got.push(r); }); p.write("a,b\n"); p.write("c,d"); p.end(); await new Promise((r) => p.on("end", r)); out.readable = got;
  out.cb = await new Promise((r) => parse("a,b\n1,2", { columns: true }, (e, recs, info) => r([e, recs, info.records])));
  out.cbErr = await new Promise((r) => parse('a,b\n1', (e, recs) => r([e.code, e.message, recs])));
  out.pipeErr = await pipeline(fs.createReadStream("/in.csv"), parse({ quote: false, columns: true }), async (s) => { for await (const _ of s); }).catch((e) => e.code);
  await pipeline(fs.createReadStream("/in.csv"), parse({ columns: true }), async function* (src) { for await (const r of src) yield { ...r, x: r.id * 2 }; }, stringify({ header: true }), fs.createWriteStream("/out.csv"));
  out.file = await state.readFile("/out.csv");
  const s = stringify({ header: true, columns: { a: "A", b: "B" } }); let t = ""; s.on("data", (c) => { t += c; }); s.write({ a: 1, b: 2 }); s.write([3, "x,y"]); s.end(); await new Promise((r) => s.on("finish", () => setImmediate(r))); out.s = t;
  out.scb = await new Promise((r) => stringify([[1, 2], ["a b", null]], { delimiter: ";" }, (e, v) => r([e, v])));
  out.papa = await new Promise((r) => Papa.parse(fs.createReadStream("/in.csv"), { header: true, complete: (res) => r(res.data.length) }));
  out.papaStep = await new Promise((r) => { const rows = []; Papa.parse(fs.createReadStream("/in.csv"), { header: true, step: (row) => rows.push(row.data.id), complete: () => r(rows) }); });
  out.papaPipe = await new Promise((r) => { const rows = []; fs.createReadStream("/in.csv").pipe(Papa.parse(Papa.NODE_STREAM_INPUT, { header: true })).on("data", (d) => rows.push(d)).on("end", () => r(rows)); });
  try { parse({ delimeter: ";" }); } catch (e) { out.bad = e.message.slice(0, 60); } try { parse(5); } catch (e) { out.arg = [e.code, e.message]; }
  out.inst = parse() instanceof Parser;
  const { parse: p2, Parser: P2 } = await import("csv-parse"); out.esm = [typeof p2, typeof P2];
  return out;
}
//= result: {
//=   on: [{ id: "1", name: "a,b" }, { id: "2", name: "ü" }, { id: "3", name: "c" }],
//=   iter: [[1, "a,b"], [2, "ü"], [3, "c"]],
//=   readable: [["a", "b"], ["c", "d"]],
//=   cb: [undefined, [{ a: "1", b: "2" }], 1],
//=   cbErr: [
//=     "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH",
//=     "Invalid Record Length: expect 2, got 1 on line 2",
//=     undefined,
//=   ],
//=   pipeErr: "CSV_RECORD_INCONSISTENT_COLUMNS",
//=   file: "id,name,x\n1,\"a,b\",2\n2,ü,4\n3,c,6\n",
//=   s: "A,B\n1,2\n3,\"x,y\"\n",
//=   scb: [undefined, "1;2\na b;\n"],
//=   papa: 3,
//=   papaStep: ["1", "2", "3"],
//=   papaPipe: [{ id: "1", name: "a,b" }, { id: "2", name: "ü" }, { id: "3", name: "c" }],
//=   bad: "csv-parse has no option delimeter; there are bom, cast, cast",
//=   arg: ["CSV_INVALID_ARGUMENT", "Invalid argument: got 5 at index 0"],
//=   inst: true,
//=   esm: ["function", "function"],
//= }
//= created: /in.csv (- -> 25)
//= created: /out.csv (- -> 33)
