//! [files]
//! "/bom.csv" = "\ufeffa;b\n1,5;2\n"
//! "/pipe.csv" = "a|b\r\n1|2\r\n"
//! "/unclear.csv" = "a;b,c\n1;2,3\n"
//! "/one.csv" = "a\n1\n"
//! "/t.tsv" = "a\tb\n1\t2\n"
//! "/semicolons.csv" = "a;b\n1;2\n"

async () => {
  //+ fails
  const written = async (path, rows, options) => {
    await state.writeCsv(path, rows, options);
    return state.readFile(path);
  };
  const rows = [{ a: 1, b: "x,y;z" }];
  const tables = [];
  for (const row of state.rows("/t.tsv", { header: true })) tables.push(row);
  return {
    bom: await written("/bom.csv", rows),
    pipe: await written("/pipe.csv", rows),
    unclear: await written("/unclear.csv", rows),
    one: await written("/one.csv", rows),
    given: await written("/pipe.csv", rows, { delimiter: ",", bom: true, newline: "\n" }),
    tsv: [await state.readCsv("/t.tsv", { header: true }), tables, await written("/t.tsv", rows), await written("/new.TAB", rows), await state.readCsv("/new.TAB")],
    commas: await written("/commas.tsv", rows, { delimiter: "," }),
    columns: [
      await written("/c.csv", [{ a: 1, b: 2 }], { columns: [{ key: "b", header: "B;B" }, "a"] }),
      await written("/c.csv", [{ a: 1, b: 2 }], { columns: { a: "A" } }),
      await fails(() => state.writeCsv("/c.csv", [{ a: 1 }], { columns: [1] })),
      await fails(() => state.writeCsv("/c.csv", [{ a: 1 }], { columns: { a: { x: 1 } } })),
    ],
    semicolons: await state.readCsv("/semicolons.csv", { header: true }),
    auto: await fails(() => state.readCsv("/semicolons.csv", { delimiter: "auto" })),
  };
}
//= result: {
//=   bom: "\ufeffa;b\n1;\"x,y;z\"\n",
//=   pipe: "a|b\r\n1|x,y;z\r\n",
//=   unclear: "a,b\n1,\"x,y;z\"\n",
//=   one: "a,b\n1,\"x,y;z\"\n",
//=   given: "\ufeffa,b\n1,\"x,y;z\"\n",
//=   tsv: [
//=     [{ a: "1", b: "2" }],
//=     [{ a: "1", b: "2" }],
//=     "a\tb\n1\tx,y;z\n",
//=     "a\tb\n1\tx,y;z\n",
//=     [["a", "b"], ["1", "x,y;z"]],
//=   ],
//=   commas: "a,b\n1,\"x,y;z\"\n",
//=   columns: [
//=     "B;B,a\n2,1\n",
//=     "A\n1\n",
//=     [
//=       "EINVAL",
//=       "state.writeCsv: \"options.columns\" must be an array of names or of { key, header } — expected state.writeCsv(path, rows, options?)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeCsv: \"options.columns\" must be an array of names or of { key, header } — expected state.writeCsv(path, rows, options?)",
//=     ],
//=   ],
//=   semicolons: [{ "a;b": "1;2" }],
//=   auto: [
//=     "EINVAL",
//=     "state.readCsv: delimiter: \"auto\" is not here: give the text between cells, such as \",\", \";\", \"\\t\" or \"|\" — expected state.readCsv(path, options?)",
//=   ],
//= }
//= console.warn: note: what parts the cells of '/unclear.csv' was not clear, and "," was written: { delimiter: "," } says so
//= console.warn: note: the header of '/semicolons.csv' is one cell, "a;b": { delimiter: ';' } parts it
//= created: /c.csv (- -> 4)
//= created: /commas.tsv (- -> 14)
//= created: /new.TAB (- -> 12)
//= changed: /bom.csv (13 -> 17)
//= changed: /one.csv (4 -> 14)
//= changed: /pipe.csv (10 -> 17)
//= changed: /t.tsv (8 -> 12)
//= changed: /unclear.csv (12 -> 14)
