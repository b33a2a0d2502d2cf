//! [files]
//! "/open.csv" = "a,b\n1,\"two\n3,4\n"
//! "/ragged.csv" = "a,b,c\n1,2,3\n4,5\n6,7,8,9\n"
//! "/twice.csv" = "id,name,id\n1,2,3\n"
//! "/stray.csv" = "a,b\n1,2\"3\n"
//! "/after.csv" = "a,b\n\"1\"x,2\n"
//! "/utf16.csv" = { bytes = [255, 254, 97, 0, 44, 0, 98, 0] }
//! "/latin1.csv" = { bytes = [97, 44, 233, 10] }
//! "/dir" = { dir = true }

async () => {
  //+ fails
  const read = (path, options) => fails(() => state.readCsv(path, options));
  return {
    open: await read("/open.csv"),
    ragged: await read("/ragged.csv"),
    raggedObjects: await read("/ragged.csv", { header: true }),
    relaxed: await read("/ragged.csv", { relax_column_count: true }),
    relaxedObjects: await read("/ragged.csv", { header: true, relax_column_count: true }),
    twice: await read("/twice.csv", { header: true }),
    twiceArrays: await read("/twice.csv"),
    stray: await read("/stray.csv"),
    strayText: await read("/stray.csv", { relax_quotes: true }),
    after: await read("/after.csv"),
    utf16: await read("/utf16.csv"),
    latin1: await read("/latin1.csv"),
    missing: await read("/open.cvs"),
    directory: await read("/dir"),
    option: await read("/open.csv", { seperator: ";" }),
    unknown: await read("/open.csv", { frobnicate: 1 }),
    delimiter: await read("/open.csv", { delimiter: "\n" }),
    quote: await read("/open.csv", { quote: "ab" }),
    both: await read("/open.csv", { header: true, columns: ["a"] }),
    limit: await read("/open.csv", { limit: 2 }),
    text: await read("a,b\n1,2\n"),
  };
}
//= result: {
//=   open: [
//=     "EBADMSG",
//=     "Invalid CSV in /open.csv: cell 2: the quote \" that is opened here is not closed (line 2, column 3)\n  1,\"two\n    ^",
//=   ],
//=   ragged: [
//=     "EBADMSG",
//=     "Invalid CSV in /ragged.csv: a row of 2 cells where there are 3 columns: correct it, or set relax_column_count: true (line 3, column 1)\n  4,5\n  ^",
//=   ],
//=   raggedObjects: [
//=     "EBADMSG",
//=     "Invalid CSV in /ragged.csv: a row of 2 cells where there are 3 columns (\"c\" is missing): correct it, or set relax_column_count: true (line 3, column 1)\n  4,5\n  ^",
//=   ],
//=   relaxed: [["a", "b", "c"], ["1", "2", "3"], ["4", "5"], ["6", "7", "8", "9"]],
//=   relaxedObjects: [{ a: "1", b: "2", c: "3" }, { a: "4", b: "5" }, { a: "6", b: "7", c: "8" }],
//=   twice: [
//=     "EBADMSG",
//=     "Invalid CSV in /twice.csv: two columns are named \"id\": give names with columns: [\"…\"] (line 1, column 1)\n  id,name,id\n  ^",
//=   ],
//=   twiceArrays: [["id", "name", "id"], ["1", "2", "3"]],
//=   stray: [
//=     "EBADMSG",
//=     "Invalid CSV in /stray.csv: cell 2 has a quote inside but is not in quotes: enclose it in quotes and double those inside, or set relax_quotes: true (line 2, column 4)\n  1,2\"3\n     ^",
//=   ],
//=   strayText: [["a", "b"], ["1", "2\"3"]],
//=   after: [
//=     "EBADMSG",
//=     "Invalid CSV in /after.csv: cell 1 goes on after the quote that ends it: double the quotes inside of it (line 2, column 4)\n  \"1\"x,2\n     ^",
//=   ],
//=   utf16: [
//=     "EBADMSG",
//=     "Invalid CSV in /utf16.csv: the file is UTF-16; write CSV.parse(await state.readFile(\"/utf16.csv\", { encoding: \"utf-16\" }))",
//=   ],
//=   latin1: [
//=     "EBADMSG",
//=     "Invalid CSV in /latin1.csv: the file is not UTF-8 (at byte 2); write CSV.parse(await state.readFile(\"/latin1.csv\", { encoding: \"windows-1252\" }))",
//=   ],
//=   missing: [
//=     "ENOENT",
//=     "ENOENT: no such file or directory, readCsv '/open.cvs'; did you mean '/open.csv'?",
//=   ],
//=   directory: ["EISDIR", "EISDIR: illegal operation on a directory, readCsv '/dir'"],
//=   option: [
//=     "EINVAL",
//=     "state.readCsv: \"options.seperator\" is no option; did you mean \"separator\"? the options are header, columns, delimiter, quote, escape, comment, trim, bom, skip_empty_lines, relax_quotes, relax_column_count, record_delimiter, cast, dynamicTyping — expected state.readCsv(path, options?)",
//=   ],
//=   unknown: [
//=     "EINVAL",
//=     "state.readCsv: \"options.frobnicate\" is no option; the options are header, columns, delimiter, quote, escape, comment, trim, bom, skip_empty_lines, relax_quotes, relax_column_count, record_delimiter, cast, dynamicTyping — expected state.readCsv(path, options?)",
//=   ],
//=   delimiter: [
//=     "EINVAL",
//=     "state.readCsv: delimiter contains the end of a line — expected state.readCsv(path, options?)",
//=   ],
//=   quote: [
//=     "EINVAL",
//=     "state.readCsv: \"options.quote\" must be one ASCII character, but is \"ab\" — expected state.readCsv(path, options?)",
//=   ],
//=   both: [
//=     "EINVAL",
//=     "state.readCsv: \"options.columns\" with names is for a file without a header line: leave out header, or columns — expected state.readCsv(path, options?)",
//=   ],
//=   limit: [
//=     "EINVAL",
//=     "state.readCsv: \"options.limit\" is no option; the rows are an array: (await state.readCsv(\"/open.csv\")).slice(0, 2) — expected state.readCsv(path, options?)",
//=   ],
//=   text: ["ENOENT", "ENOENT: no such file or directory, readCsv '/a,b\n1,2\n'"],
//= }
