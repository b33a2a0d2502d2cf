// Answers what npm packages make of texts: each line of the input is { package, text, options }, each
// line of the output { value } or { error }. The argument is the folder of the packages.
"use strict";

const { createRequire } = require("node:module");

const load = createRequire(`${process.argv[2]}/`);
const csv = load("csv-parse/sync");
const { stringify } = load("csv-stringify/sync");
const papa = load("papaparse");
const jsYaml = load("js-yaml");
const yaml = load("yaml");
const toml = load("smol-toml");
const { XMLBuilder, XMLParser, XMLValidator } = load("fast-xml-parser");

const packages = {
  "csv-parse": (text, options) => csv.parse(text, options),
  papaparse: (text, options) => papa.parse(text, { delimiter: ",", ...options }).data,
  "js-yaml": (text, options) => jsYaml.load(text, options),
  yaml: (text, options) => yaml.parse(text, { logLevel: "error", ...options }),
  "smol-toml": (text, options) => toml.parse(text, options),
  "fast-xml-parser": (text, options) => {
    const valid = XMLValidator.validate(text);
    if (valid !== true) throw new Error(valid.err.msg);
    return new XMLParser(options).parse(text);
  },
  // These write values, which come as JSON.
  "csv-stringify": (text, options) => stringify(JSON.parse(text), options),
  unparse: (text, options) => papa.unparse(JSON.parse(text), options),
  "smol-toml stringify": (text) => toml.stringify(JSON.parse(text)),
  XMLBuilder: (text, options) => new XMLBuilder(options).build(JSON.parse(text)),
};

// A value as JSON; what JSON has not is an object of one member that begins with "$".
function encode(value) {
  if (typeof value === "number" && !Number.isFinite(value)) return { $number: String(value) };
  if (typeof value === "bigint") return { $integer: String(value) };
  if (value === undefined) return null;
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) {
    if (typeof value.toISOString === "function" && value.constructor.name === "TomlDate") return { $date: value.toISOString() };
    return { $date: Number.isNaN(value.getTime()) ? "invalid" : value.toISOString() };
  }
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(encode);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encode(inner)]));
}

function answer(line) {
  const { package: name, text, options } = JSON.parse(line);
  try {
    return { value: encode(packages[name](text, options)) };
  } catch (error) {
    return { error: String(error.message).split("\n")[0] };
  }
}

// The module "readline" would end lines at other characters too.
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (piece) => {
  const lines = (rest + piece).split("\n");
  rest = lines.pop();
  for (const line of lines) process.stdout.write(`${JSON.stringify(answer(line))}\n`);
});
