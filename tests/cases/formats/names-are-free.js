//! about = "A program's own CSV or YAML wins, and the globals are as JSON is"

const YAML = { parse: () => "mine" };

async () => {
  const property = Object.getOwnPropertyDescriptor(globalThis, "CSV");
  globalThis.XML = "assigned";
  return [
    YAML.parse("a"), XML, String(TOML), property.writable, property.configurable, property.enumerable,
    Object.keys(CSV), CSV.parse.name, CSV.parse.length,
  ];
}
//= result: ["mine", "assigned", "[object TOML]", true, true, false, [], "parse", 2]
