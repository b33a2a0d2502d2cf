//! [files]
//! "/a.yaml" = "a: 1\n"
//! "/a.yml" = "{\"a\": 1}\n"
//! "/a.toml" = "a = 1\n"
//! "/a.csv" = "a,b\n"
//! "/a.tsv" = "a\tb\n"
//! "/a.xml" = "<a/>"
//! "/a.ndjson" = "{}\n{}\n"
//! "/one.jsonl" = "{\"a\":1}\n"

async () => {
  //+ fails
  const read = (path) => fails(() => state.readJson(path));
  return {
    read: [await read("/a.yaml"), await read("/a.yml"), await read("/a.toml"), await read("/a.csv"), await read("/a.tsv"), await read("/a.xml"), await read("/a.ndjson"), await read("/one.jsonl")],
    query: await fails(() => state.queryJson("/a.csv", ".a")),
  };
}
//= result: {
//=   read: [
//=     [
//=       "EBADMSG",
//=       "Invalid JSON in /a.yaml: unexpected token 'a' where a value should start (line 1, column 1); await state.readYaml(\"/a.yaml\") reads YAML",
//=     ],
//=     { a: 1 },
//=     [
//=       "EBADMSG",
//=       "Invalid JSON in /a.toml: unexpected token 'a' where a value should start (line 1, column 1); await state.readToml(\"/a.toml\") reads TOML",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid JSON in /a.csv: unexpected token 'a' where a value should start (line 1, column 1); await state.readCsv(\"/a.csv\", { header: true }) reads CSV",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid JSON in /a.tsv: unexpected token 'a' where a value should start (line 1, column 1); await state.readCsv(\"/a.tsv\", { header: true }) reads such tables",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid JSON in /a.xml: unexpected token '<' where a value should start (line 1, column 1); await state.readXml(\"/a.xml\") reads XML",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid JSON in /a.ndjson: unexpected token '{' after the end of the document (line 2, column 1); await state.readNdjson(\"/a.ndjson\") reads one JSON text a line",
//=     ],
//=     { a: 1 },
//=   ],
//=   query: [
//=     "EBADMSG",
//=     "Invalid JSON in /a.csv: unexpected token 'a' where a value should start (line 1, column 1); await state.readCsv(\"/a.csv\", { header: true }) reads CSV",
//=   ],
//= }
