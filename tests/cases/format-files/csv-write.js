//! [files]
//! "/crlf.csv" = "a,b\r\n\"x\ny\",2\r\n"
//! "/quoted-first.csv" = "\"a\nb\",c\r\n1,2\r\n"
//! "/lf.csv" = "a,b\n"

async () => {
  //+ fails
  const written = async (rows, options, path = "/new/o.csv") => {
    await state.writeCsv(path, rows, options);
    const text = await state.readFile(path);
    await state.rm("/new", { recursive: true, force: true });
    return text;
  };
  const rows = [{ a: 1, b: "x,y" }, { a: null, c: true }];
  return {
    arrays: await written([["a", "b"], [1.5, "say \"hi\""], [undefined, false], ["two\nlines", new Date(0)], [{ x: [1] }, [2n]]]),
    objects: await written(rows),
    noHeader: await written(rows, { header: false }),
    columns: await written(rows, { columns: ["c", "a"] }),
    options: await written(rows, { delimiter: ";", quoted: true, eof: false, bom: true }),
    quote: await written([["it's", "a,b"]], { quote: "'" }),
    newline: await written([[1], [2]], { record_delimiter: "\r\n" }),
    lone: await written([[""], ["x"]]),
    none: [await written([]), await written([{}])],
    crlf: [await written([[1, 2], [3, 4]], {}, "/crlf.csv"), await written([[1, 2], [3, 4]], {}, "/quoted-first.csv")],
    lf: await written([[1, 2]], {}, "/lf.csv"),
    changed: await written([[1, 2]], { newline: "\n" }, "/crlf.csv"),
    mixed: await fails(() => state.writeCsv("/x.csv", [[1], { a: 1 }])),
    scalar: await fails(() => state.writeCsv("/x.csv", [1])),
    object: await fails(() => state.writeCsv("/x.csv", { a: 1 })),
    text: await fails(() => state.writeCsv("/x.csv", "a,b")),
    bytes: await fails(() => state.writeCsv("/x.csv", [[new Uint8Array([1])]])),
    map: await fails(() => state.writeCsv("/x.csv", [[new Map()]])),
    option: await fails(() => state.writeCsv("/x.csv", [[1]], { delimeter: ";" })),
    order: await fails(() => state.writeCsv([[1]], "/x.csv")),
    nothing: await state.exists("/x.csv"),
    back: await (async () => { await state.writeCsv("/r.csv", rows); return state.readCsv("/r.csv", { header: true }); })(),
  };
}
//= result: {
//=   arrays: "a,b\n1.5,\"say \"\"hi\"\"\"\n,false\n\"two\nlines\",1970-01-01T00:00:00.000Z\n\"{\"\"x\"\":[1]}\",[2]\n",
//=   objects: "a,b,c\n1,\"x,y\",\n,,true\n",
//=   noHeader: "1,\"x,y\",\n,,true\n",
//=   columns: "c,a\n,1\ntrue,\n",
//=   options: "\ufeff\"a\";\"b\";\"c\"\n\"1\";\"x,y\";\"\"\n\"\";\"\";\"true\"",
//=   quote: "'it''s','a,b'\n",
//=   newline: "1\r\n2\r\n",
//=   lone: "\"\"\nx\n",
//=   none: ["", "\n"],
//=   crlf: ["1,2\r\n3,4\r\n", "1,2\r\n3,4\r\n"],
//=   lf: "1,2\n",
//=   changed: "1,2\n",
//=   mixed: [
//=     "EINVAL",
//=     "Cannot write /x.csv as CSV: row 2 is an object: all rows must be arrays, or all objects",
//=   ],
//=   scalar: [
//=     "EINVAL",
//=     "Cannot write /x.csv as CSV: row 1 is a number: all rows must be arrays, or all objects",
//=   ],
//=   object: undefined,
//=   text: [
//=     "EINVAL",
//=     "Cannot write /x.csv as CSV: row 1 is a string: all rows must be arrays, or all objects",
//=   ],
//=   bytes: ["EINVAL", "Cannot write /x.csv as CSV: a cell cannot hold bytes: write them as Base64"],
//=   map: [
//=     "EINVAL",
//=     "state.writeCsv: \"rows[0][0]\" must be a value that a file can hold (write Object.fromEntries(map)), but is a Map — expected state.writeCsv(path, rows, options?)",
//=   ],
//=   option: [
//=     "EINVAL",
//=     "state.writeCsv: \"options.delimeter\" is no option; did you mean \"delimiter\"? the options are header, columns, delimiter, quote, escape, newline, quoted, bom, eof — expected state.writeCsv(path, rows, options?)",
//=   ],
//=   order: [
//=     "EINVAL",
//=     "state.writeCsv: \"path\" must be a string, but is an array of 1 — expected state.writeCsv(path, rows, options?); for several: await Promise.all(paths.map((path) => state.writeCsv(path, [\"/x.csv\"])))",
//=   ],
//=   nothing: true,
//=   back: [{ a: "1", b: "x,y", c: "" }, { a: "", b: "", c: "true" }],
//= }
//= created: /r.csv (- -> 22)
//= created: /x.csv (- -> 4)
//= changed: /crlf.csv (14 -> 4)
//= changed: /lf.csv (4 -> 4)
//= changed: /quoted-first.csv (14 -> 10)
