//! [limits]
//! file_bytes = 100000

async () => {
  //+ fails
  let nested = 1;
  for (let depth = 0; depth < 200; depth++) nested = { a: nested };
  const values = Array(300).fill(nested);
  return {
    yaml: await fails(() => state.writeYaml("/a.yaml", values)),
    xml: await fails(() => state.writeXml("/a.xml", { r: { v: values } })),
    csv: await fails(() => state.writeCsv("/a.csv", Array(200).fill(["x".repeat(600)]))),
    ndjson: await fails(() => state.writeNdjson("/a", Array(200).fill("x".repeat(600)))),
    toml: await fails(() => state.writeToml("/a.toml", { values })),
    files: await state.glob("/a*"),
  };
}
//= result: {
//=   yaml: ["EFBIG", "EFBIG: the YAML text would have more than 100000 bytes, writeYaml '/a.yaml'"],
//=   xml: ["EFBIG", "EFBIG: the XML text would have more than 100000 bytes, writeXml '/a.xml'"],
//=   csv: ["EFBIG", "EFBIG: the CSV text would have more than 100000 bytes, writeCsv '/a.csv'"],
//=   ndjson: ["EFBIG", "EFBIG: the NDJSON text would have more than 100000 bytes, writeNdjson '/a'"],
//=   toml: ["EFBIG", "EFBIG: the TOML text would have more than 100000 bytes, writeToml '/a.toml'"],
//=   files: [],
//= }
