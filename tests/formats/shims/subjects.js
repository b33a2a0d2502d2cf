// What is done with a document, by the package or by what answers for it. The text runs on both sides.
"use strict";

const subjects = {
  "csv-parse": (text) => require("csv-parse/sync").parse(text),
  "csv-parse columns": (text) => require("csv-parse/sync").parse(text, { columns: true, skip_empty_lines: true, relax_column_count: true, bom: true }),
  "csv-parse cast": (text) => require("csv-parse/sync").parse(text, { columns: true, cast: (value, { column, index, header }) => [value, column, index, header].join("|"), relax_quotes: true, trim: true, relax_column_count: true, skip_empty_lines: true }),
  "csv-parse strict": (text) => require("csv-parse/sync").parse(text, { columns: ["a", "b", "c"], cast: true, delimiter: ";", relax_column_count_less: true }),
  "csv-stringify": (value) => require("csv-stringify/sync").stringify(value),
  "csv-stringify header": (value) => require("csv-stringify/sync").stringify(value, { header: true, quoted_string: true, delimiter: ";" }),
  "csv-stringify columns": (value) => require("csv-stringify/sync").stringify(value, { header: true, columns: { a: "A", "b c": "B", z: "Z" }, quoted_empty: true, eof: false, record_delimiter: "windows" }),
  papaparse: (text) => require("papaparse").parse(text),
  "papaparse header": (text) => require("papaparse").parse(text, { header: true, dynamicTyping: true, skipEmptyLines: true }),
  "papaparse greedy": (text) => require("papaparse").parse(text, { header: true, skipEmptyLines: "greedy", transformHeader: (name) => name.trim().toLowerCase(), transform: (value) => value.trim(), comments: "#", preview: 3 }).data,
  "papaparse unparse": (value) => require("papaparse").unparse(value),
  "papaparse quotes": (value) => require("papaparse").unparse(value, { quotes: true, delimiter: "\t", header: false, newline: "\n" }),
  "js-yaml": (text) => require("js-yaml").load(text),
  "js-yaml all": (text) => require("js-yaml").loadAll(text),
  "js-yaml dump": (value) => require("js-yaml").dump(value),
  "js-yaml dump wide": (value) => require("js-yaml").dump(value, { lineWidth: -1, noRefs: true, sortKeys: true, noArrayIndent: true, quotingType: '"', noCompatMode: true }),
  "js-yaml dump flow": (value) => require("js-yaml").dump(value, { flowLevel: 2, indent: 4, forceQuotes: true }),
  yaml: (text) => require("yaml").parse(text, { logLevel: "error" }),
  "yaml documents": (text) => require("yaml").parseAllDocuments(text, { logLevel: "error" }).map((one) => { if (one.errors.length > 0) throw one.errors[0]; return one.toJS(); }),
  "yaml stringify": (value) => require("yaml").stringify(value),
  "yaml stringify wide": (value) => require("yaml").stringify(value, { lineWidth: 0, indent: 4, singleQuote: true, indentSeq: false }),
  "smol-toml": (text) => require("smol-toml").parse(text),
  "smol-toml stringify": (value) => require("smol-toml").stringify(value),
  "@iarna/toml": (text) => require("@iarna/toml").parse(text),
  "@iarna/toml stringify": (value) => require("@iarna/toml").stringify(value),
  toml: (text) => require("toml").parse(text),
  "ini parse": (text) => require("ini").parse(text),
  "ini stringify": (value) => require("ini").stringify(value),
  "ini stringify section": (value) => require("ini").stringify(value, { section: "s", whitespace: true }),
  dotenv: (text) => require("dotenv").parse(text),
  "fast-xml-parser": (text) => new (require("fast-xml-parser").XMLParser)().parse(text, true),
  "fast-xml-parser attributes": (text) => new (require("fast-xml-parser").XMLParser)({ ignoreAttributes: false, parseAttributeValue: true, isArray: (name, path) => name === "b" || path === "a.c", attributeNamePrefix: "" }).parse(text, true),
  "fast-xml-parser processors": (text) => new (require("fast-xml-parser").XMLParser)({ ignoreAttributes: ["k"], attributesGroupName: "$", tagValueProcessor: (name, value) => (name === "a" ? `${value}!` : value), transformTagName: (name) => name.toUpperCase() }).parse(text, true),
  XMLValidator: (text) => require("fast-xml-parser").XMLValidator.validate(text) === true,
  XMLBuilder: (value) => new (require("fast-xml-parser").XMLBuilder)().build(value),
  "XMLBuilder format": (value) => new (require("fast-xml-parser").XMLBuilder)({ format: true, ignoreAttributes: false, suppressEmptyNode: true, cdataPropName: "#cdata" }).build(value),
  xml2js(text) {
    let result;
    require("xml2js").parseString(text, (error, value) => { result = error ?? value; });
    if (result instanceof Error) throw result;
    return result;
  },
  "xml2js plain"(text) {
    let result;
    require("xml2js").parseString(text, { explicitArray: false, mergeAttrs: true, trim: true, normalizeTags: true, explicitRoot: false }, (error, value) => { result = error ?? value; });
    if (result instanceof Error) throw result;
    return result;
  },
  "xml2js children"(text) {
    let result;
    require("xml2js").parseString(text, { explicitChildren: true, preserveChildrenOrder: true, charsAsChildren: true, emptyTag: null }, (error, value) => { result = error ?? value; });
    if (result instanceof Error) throw result;
    return result;
  },
  "xml2js Builder": (value) => new (require("xml2js").Builder)().buildObject(value),
  "xml2js Builder flat": (value) => new (require("xml2js").Builder)({ headless: true, renderOpts: { pretty: false }, cdata: true, rootName: "r" }).buildObject(value),
};

// A value as JSON, with what JSON has not.
function encode(value) {
  if (typeof value === "number" && !Number.isFinite(value)) return { $number: String(value) };
  if (Object.is(value, -0)) return { $number: "-0" };
  if (typeof value === "bigint") return { $integer: String(value) };
  if (value === undefined) return { $undefined: true };
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? "invalid" : value.toISOString() };
  if (value instanceof Uint8Array) return { $bytes: [...value] };
  if (Array.isArray(value)) return Array.from(value, encode);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encode(inner)]));
}

function answer([name, document]) {
  try {
    return { value: encode(subjects[name](document)) };
  } catch (error) {
    return { error: `${error.code ? `${error.code} ` : ""}${error.message}`.split("\n")[0] };
  }
}
