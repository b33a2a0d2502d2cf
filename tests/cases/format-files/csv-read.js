//! [files]
//! "/people.csv" = "name,age,note\nAda,36,\"first, of all\"\nBob,7,\"says \"\"hi\"\"\nand more\"\n"
//! "/semi.csv" = "a;b\r\n1;2\r\n\r\n3;4\r\n"
//! "/bom.csv" = "\ufeffid,x\n1,2\n"
//! "/lone.csv" = "a\n\nb\n"
//! "/commented.csv" = "# about\na,b\n 1 , 2 \n"
//! "/single.csv" = "'a,b',c\n"
//! "/tabs.tsv" = "a\tb\n1\t2"
//! "/empty.csv" = ""
//! "/typed.csv" = "n,s,b,d,e\n1.5,007x,true,2024-01-02T03:04:05Z,\n"

async () => ({
  arrays: await state.readCsv("/people.csv"),
  objects: await state.readCsv("/people.csv", { header: true }),
  columns: await state.readCsv("/people.csv", { columns: true, trim: true }),
  named: await state.readCsv("/semi.csv", { columns: ["x", "y"], separator: ";" }),
  bom: await state.readCsv("/bom.csv", { header: true }),
  keptMark: (await state.readCsv("/bom.csv", { bom: false }))[0][0].length,
  lone: [await state.readCsv("/lone.csv"), await state.readCsv("/lone.csv", { skipEmptyLines: true })],
  empty: [await state.readCsv("/semi.csv", { delimiter: ";", skip_empty_lines: true }), await state.readCsv("/empty.csv"), await state.readCsv("/empty.csv", { header: true })],
  commented: await state.readCsv("/commented.csv", { comments: "#", trim: true }),
  quote: [await state.readCsv("/single.csv", { quoteChar: "'" }), await state.readCsv("/single.csv", { quote: null }), await state.readCsv("/single.csv", { quote: false })],
  tabs: await state.loadCsv("/tabs.tsv", "\t"),
  cast: await state.readCsv("/typed.csv", { header: true, cast: true }),
  typed: await state.readCsv("/typed.csv", { header: true, dynamicTyping: true }),
  other: [await state.read_csv("/tabs.tsv", { sep: "\t" }), await state.parseCsv({ path: "/tabs.tsv", options: { delimiter: "\t" } })],
  keys: Object.keys(state).includes("readCsv"),
})
//= result: {
//=   arrays: [
//=     ["name", "age", "note"],
//=     ["Ada", "36", "first, of all"],
//=     ["Bob", "7", "says \"hi\"\nand more"],
//=   ],
//=   objects: [
//=     { name: "Ada", age: "36", note: "first, of all" },
//=     { name: "Bob", age: "7", note: "says \"hi\"\nand more" },
//=   ],
//=   columns: [
//=     { name: "Ada", age: "36", note: "first, of all" },
//=     { name: "Bob", age: "7", note: "says \"hi\"\nand more" },
//=   ],
//=   named: [{ x: "a", y: "b" }, { x: "1", y: "2" }, { x: "3", y: "4" }],
//=   bom: [{ id: "1", x: "2" }],
//=   keptMark: 3,
//=   lone: [[["a"], [""], ["b"]], [["a"], ["b"]]],
//=   empty: [[["a", "b"], ["1", "2"], ["3", "4"]], [], []],
//=   commented: [["a", "b"], ["1", "2"]],
//=   quote: [[["a,b", "c"]], [["'a", "b'", "c"]], [["'a", "b'", "c"]]],
//=   tabs: [["a", "b"], ["1", "2"]],
//=   cast: [{ n: 1.5, s: "007x", b: "true", d: "2024-01-02T03:04:05Z", e: "" }],
//=   typed: [{ n: 1.5, s: "007x", b: true, d: Date(2024-01-02T03:04:05.000Z), e: null }],
//=   other: [[["a", "b"], ["1", "2"]], [["a", "b"], ["1", "2"]]],
//=   keys: false,
//= }
