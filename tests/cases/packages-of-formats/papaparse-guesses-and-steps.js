//! about = "papaparse guesses what parts cells, gives rows to step, ends by abort, and names what it has not."

const Papa = require("papaparse");

for (const text of ["a;b;c\n1;2;3", "a\tb\n1\t2", "a|b\n1|2", "x\ny"]) {
  const { data, errors, meta } = Papa.parse(text);
  console.log(JSON.stringify([meta.delimiter, data, errors.map((one) => one.code)]));
}
const seen = [];
Papa.parse("n\n1\n2\n3", {
  header: true,
  dynamicTyping: { n: true },
  step(row, parser) {
    seen.push(row.data.n);
    if (row.data.n === 2) parser.abort();
  },
  complete: (results) => seen.push(results.meta.aborted),
});
console.log(JSON.stringify(seen), JSON.stringify(Papa.parse('a,"b\nc').errors));
for (const attempt of [
  () => Papa.parse("a", { headers: true }),
  () => Papa.parse("a", { worker: true }),
  () => Papa.parse({}, {}),
  () => Papa.parse("a", { worker: false, download: false }).data,
  () => new Papa.Parser(),
]) {
  try {
    console.log(JSON.stringify(attempt()));
  } catch (error) {
    console.log(error.name, error.message);
  }
}
//= result: undefined
//= console.log: [";",[["a","b","c"],["1","2","3"]],[]]
//= console.log: ["\t",[["a","b"],["1","2"]],[]]
//= console.log: ["|",[["a","b"],["1","2"]],[]]
//= console.log: [",",[["x"],["y"]],["UndetectableDelimiter"]]
//= console.log: [1,2,true] [{"type":"Quotes","code":"MissingQuotes","message":"Quoted field unterminated","row":0,"index":3}]
//= console.log: TypeError papaparse.parse has no option headers; there are comments, complete, delimiter, delimitersToGuess, dynamicTyping, encoding, error, escapeChar, fastMode, header, newline, preview, quoteChar, skipEmptyLines, skipFirstNLines, step, transform, transformHeader
//= console.log: TypeError papaparse.parse has the option worker not here: there are no workers: leave it out
//= console.log: TypeError papaparse.parse takes a text or a stream here, no file or address: read it first, as await state.readFile(path)
//= console.log: [["a"]]
//= console.log: TypeError papaparse.Parser is not here: give the text to parse
