//! about = "A table with quotes and line ends of Windows becomes nested JSON, with types."
//! [files]
//! "/in.csv" = "\ufeffid,name,address.city,address.zip,tags,price\r\n1,\"Doe, Jane\",\"São Paulo\",01000,\"a;b\",1.50\r\n2,\"He said \"\"hi\"\"\",Köln,,,-3e2\r\n3,\"two\r\nlines\",,99,c,\r\n"

import { readFileSync, writeFileSync } from "fs";

function* records(text) {
  let row = [], cell = "", quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') { cell += '"'; i++; }
      else if (c === '"') quoted = false;
      else cell += c;
    } else if (c === '"') quoted = true;
    else if (c === ",") { row.push(cell); cell = ""; }
    else if (c === "\n") { row.push(cell.replace(/\r$/, "")); yield row; row = []; cell = ""; }
    else cell += c;
  }
  if (cell || row.length) yield [...row, cell];
}
const convert = (key, value) => {
  if (value === "") return null;
  if (key === "tags") return value.split(";");
  return /^-?\d+(\.\d+)?(e\d+)?$/i.test(value) && !/^0\d/.test(value) ? Number(value) : value;
};
const [header, ...rows] = records(readFileSync("/in.csv", "utf8").replace(/^\uFEFF/, ""));
const data = rows.map((row) => {
  const out = {};
  header.forEach((key, i) => {
    const parts = key.split(".");
    const last = parts.pop();
    const target = parts.reduce((o, part) => (o[part] ??= {}), out);
    target[last] = convert(last, row[i]);
  });
  return out;
});
writeFileSync("/out.json", JSON.stringify(data, null, 2) + "\n");
console.log(JSON.stringify(data));
//= result: undefined
//= console.log: [{"id":1,"name":"Doe, Jane","address":{"city":"São Paulo","zip":"01000"},"tags":["a","b"],"price":1.5},{"id":2,"name":"He said \"hi\"","address":{"city":"Köln","zip":null},"tags":null,"price":-300},{"id":3,"name":"two\r\nlines","address":{"city":null,"zip":99},"tags":["c"],"price":null}]
//= created: /out.json (- -> 494)
