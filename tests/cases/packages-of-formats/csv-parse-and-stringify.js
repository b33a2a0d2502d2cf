//! about = "csv-parse and csv-stringify: at once and with a callback, columns, casts, and the package's errors."

const { parse } = require("csv-parse/sync");
const { stringify } = require("csv-stringify/sync");
const { parse: parseLater } = require("csv-parse");

const text = "id,name,born\n1,\"Ann \"\"A\"\" Lee\",1990-01-02\n2,Bo,\n";
console.log(JSON.stringify(parse(text)));
const records = parse(text, { columns: true, cast: (value, { column, header }) => (!header && column === "id" ? Number(value) : value) });
console.log(JSON.stringify(records));
console.log(stringify(records, { header: true, columns: [{ key: "name", header: "Name" }, "id"] }));
console.log(JSON.stringify(stringify([[true, null, new Date(0), { a: 1 }, "a,b"]])));
for (const [given, options] of [["a,b\n1,2,3"], ["a,b\n1,2,3", { columns: true }], ['a,"b'], ['a,b"c'], ['"a"b'], ["a", { delimeter: ";" }], ["a", { raw: true }]]) {
  try {
    console.log(JSON.stringify(parse(given, options)));
  } catch (error) {
    console.log(error.code, error.message);
  }
}
try {
  parseLater({ columns: true });
} catch (error) {
  console.log(error.message);
}
await new Promise((resolve) => parseLater("a;b", { delimiter: ";" }, (error, rows) => resolve(console.log(error, JSON.stringify(rows)))));
//= result: undefined
//= console.log: [["id","name","born"],["1","Ann \"A\" Lee","1990-01-02"],["2","Bo",""]]
//= console.log: [{"id":1,"name":"Ann \"A\" Lee","born":"1990-01-02"},{"id":2,"name":"Bo","born":""}]
//= console.log: "Name,id\n\"Ann \"\"A\"\" Lee\",1\nBo,2\n"
//= console.log: "\"1,,0,\\\"{\\\"\\\"a\\\"\\\":1}\\\",\\\"a,b\\\"\\n\""
//= console.log: CSV_RECORD_INCONSISTENT_FIELDS_LENGTH Invalid Record Length: expect 2, got 3 on line 2
//= console.log: CSV_RECORD_INCONSISTENT_COLUMNS Invalid Record Length: columns length is 2, got 3 on line 2
//= console.log: CSV_QUOTE_NOT_CLOSED Quote Not Closed: the parsing is finished with an opening quote at line 1
//= console.log: INVALID_OPENING_QUOTE Invalid Opening Quote: a quote is found on field 1 at line 1, cell 2 has a quote inside but is not in quotes: enclose it in quotes and double those inside, or set relax_quotes: true
//= console.log: CSV_INVALID_CLOSING_QUOTE Invalid Closing Quote: at line 1, cell 1 goes on after the quote that ends it: double the quotes inside of it
//= console.log: undefined csv-parse has no option delimeter; there are bom, cast, cast_date, columns, comment, comment_no_infix, delimiter, encoding, escape, from, from_line, group_columns_by_name, info, ltrim, objname, on_record, quote, record_delimiter, relax_column_count, relax_column_count_less, relax_column_count_more, relax_quotes, rtrim, skip_empty_lines, skip_records_with_empty_values, to, to_line, trim
//= console.log: undefined csv-parse has the option raw not here: read the text beside the records
//= console.log: undefined [["a","b"]]
