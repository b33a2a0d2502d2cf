import Papa from "papaparse";

export default () => {
  const text = 'id,name,"what, else",n\n1,"Ann ""A"" B",x,1.50\n2,"line\nbreak",,-3\n\n3,ü,true,1e3\n';
  const rows = [];
  Papa.parse("a;b\n1;2\n3;4", { header: true, step: (row) => rows.push(row.data) });
  const picked = ({ data, errors, meta }) => ({ data, errors, delimiter: meta.delimiter, fields: meta.fields, linebreak: meta.linebreak });
  return {
    plain: picked(Papa.parse(text)),
    typed: picked(Papa.parse(text, { header: true, dynamicTyping: true, skipEmptyLines: true })),
    guessed: picked(Papa.parse("a\tb\tc\r\n1\t2\t3\r\n", { header: true })),
    uneven: picked(Papa.parse("a,b\n1\n1,2,3", { header: true })),
    quotes: picked(Papa.parse('a,"b\nc')),
    transform: Papa.parse("A , B\n x , y ", { header: true, transformHeader: (head) => head.trim().toLowerCase(), transform: (value) => value.trim() }).data,
    comments: Papa.parse("#no\n1,2\n#no\n3,4", { comments: "#", preview: 1 }).data,
    rows,
    made: Papa.unparse([{ a: 1, b: 'say "hi"' }, { a: null, b: "x,y" }], { quotes: false, newline: "\n" }),
    columns: Papa.unparse({ fields: ["x", "y"], data: [[1, 2], [3, " 4"]] }, { delimiter: ";", quotes: [true, false] }),
    big: Papa.parse(Array.from({ length: 500 }, (_, n) => `${n},"v ${n}",${n * n}`).join("\n"), { dynamicTyping: true }).data.reduce((sum, row) => sum + row[2], 0),
  };
};
