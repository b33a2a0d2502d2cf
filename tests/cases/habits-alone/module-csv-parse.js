//+ files-project

const { parse } = require("csv-parse/sync"); return parse("a,b")
//= result: [["a", "b"]]
