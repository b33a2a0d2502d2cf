//! about = "Three packages of TOML, each with its dates and its style."

import { parse, stringify, TomlDate } from "smol-toml";
import iarna from "@iarna/toml";
import toml from "toml";

const text = "day = 2024-05-06\nat = 2024-05-06T07:08:09.5Z\n\n[owner]\nname = \"Ann\"\nsizes = [1, 2]\n\n[[part]]\nid = 1000\n";
const value = parse(text);
console.log(value.day instanceof TomlDate, value.day.isDate(), value.day.toISOString(), value.at.toISOString());
console.log(stringify(value));
console.log(iarna.stringify(iarna.parse(text)));
console.log(JSON.stringify(toml.parse(text)), TOML.parse(text).at.toISOString());
for (const read of [parse, iarna.parse, toml.parse]) {
  try {
    read("a = \n");
  } catch (error) {
    console.log(error.name, error.message.split("\n")[0], error.line);
  }
}
//= result: undefined
//= console.log: true true 2024-05-06 2024-05-06T07:08:09.500Z
//= console.log: "day = 2024-05-06\nat = 2024-05-06T07:08:09.500Z\n\n[owner]\nname = \"Ann\"\nsizes = [ 1, 2 ]\n\n[[part]]\nid = 1000\n"
//= console.log: "day = 2024-05-06\nat = 2024-05-06T07:08:09.500Z\n\n[owner]\nname = \"Ann\"\nsizes = [ 1, 2 ]\n\n[[part]]\nid = 1_000\n"
//= console.log: {"day":"2024-05-06","at":"2024-05-06T07:08:09.500Z","owner":{"name":"Ann","sizes":[1,2]},"part":[{"id":1000}]} 2024-05-06T07:08:09.500Z
//= console.log: TomlError Invalid TOML document: string values must be quoted: expected literal string 1
//= console.log: TomlError string values must be quoted: expected literal string 0
//= console.log: SyntaxError string values must be quoted: expected literal string 1
