import { TomlDate, TomlError, parse, stringify } from "smol-toml";

const text = `title = "TOML ü"
'quoted key' = 'C:\\x'
a.b.c = 0x1F
numbers = [1_000, -0.5e-3, inf, nan, 0b101, 0o17]
big = 9007199254740991
multi = """
one \\
   two
"three" """
raw = '''
x\\y'''
when = [1979-05-27T07:32:00Z, 1979-05-27T00:32:00.999-07:00, 1979-05-27, 07:32:00]
inline = { x = 1, y = { z = [true, false] } }
[table."d.e"]
f = "\\u00e9\\U0001F600\\t"
[[list]]
n = 1
[[list]]
n = 2
[list.sub]
deep = "yes"
`;

export default () => {
  const parsed = parse(text);
  return {
    parsed,
    dates: parsed.when.map((date) => [date.isDateTime(), date.isDate(), date.isTime(), date.isLocal(), date.toISOString()]),
    made: stringify({ z: 1, a: "x\n\"y\"", list: [{ a: 1 }, { b: [1.5, 2] }], t: { u: { v: true, "w x": new Date(0) } }, f: 1e21, n: -0, empty: {} }),
    kind: parsed.when[0] instanceof TomlDate,
    errors: ["a = ", "a = 1\na = 2", "[a]\n[a]", "a = 01", "x = \"\\q\"", "= 1", "d = 2024-13-01", "a = [1, 2", "b = 1 c = 2"].map((wrong) => { try { return parse(wrong); } catch (error) { return [error instanceof TomlError, error.message.split("\n")[0], error.line, error.column]; } }),
    again: JSON.stringify(parse(stringify(parse("a = [1, 2]\n[b]\nc = \"d\"")))),
  };
};
