//! [files]
//! "/a.csv" = "name,note\r\n\"Ann, B.\",\"said \"\"hi\"\"\nthere\"\r\nBo,\r\n"

const fs = require("fs");
function parse(text) {
  const rows = [[""]];
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i], row = rows.at(-1);
    if (quoted && c === '"' && text[i + 1] === '"') { row[row.length - 1] += '"'; i++; }
    else if (c === '"') quoted = !quoted;
    else if (quoted) row[row.length - 1] += c;
    else if (c === ",") row.push("");
    else if (c === "\n") rows.push([""]);
    else if (c !== "\r") row[row.length - 1] += c;
  }
  if (rows.at(-1).length === 1 && rows.at(-1)[0] === "") rows.pop();
  return rows;
}
console.log(JSON.stringify(parse(fs.readFileSync("a.csv", "utf8"))));
//= result: undefined
//= console.log: [["name","note"],["Ann, B.","said \"hi\"\nthere"],["Bo",""]]
