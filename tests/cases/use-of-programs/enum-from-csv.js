//! about = "An enum is made of a table, with names that are identifiers."
//! [files]
//! "/codes.csv" = "code,label\n404,Not Found\n418,I'm a teapot\n500,Internal Server Error\n1xx,2nd level\n"

async () => {
  const rows = (await state.readFile("/codes.csv")).split("\n").slice(1).filter((l) => l.trim());
  const members = rows.map((row) => {
    const [code, label] = row.split(",");
    let name = label.normalize("NFKD").replace(/[^\p{L}\p{N}]+(.)?/gu, (_, c) => (c ? c.toUpperCase() : ""));
    name = name[0].toUpperCase() + name.slice(1);
    if (/^\d/.test(name)) name = `_${name}`;
    return `  ${name} = ${/^\d+$/.test(code) ? code : JSON.stringify(code)},`;
  });
  const source = `export enum Code {\n${members.join("\n")}\n}\n`;
  await state.writeFile("/code.ts", source);
  return source.split("\n");
}
//= result: [
//=   "export enum Code {",
//=   "  NotFound = 404,",
//=   "  IMATeapot = 418,",
//=   "  InternalServerError = 500,",
//=   "  _2ndLevel = \"1xx\",",
//=   "}",
//=   "",
//= ]
//= created: /code.ts (- -> 108)
