import toml from "toml";
import concat from "concat-stream";
import { Readable } from "node:stream";

const TEXT = `# note
title = "Grüße \\u263A \\"q\\"\\n"
raw = 'C:\\dir'
multi = """
two \\
   joined
lines"""
"quoted key" = [1, 2_000, -3, 0xff, 0o17, 0b101]
float = [1.5, -2e3, 6.02_2e+23, inf, -inf]
at = 1979-05-27T07:32:00Z
more = [ ["a", 'b'], [1.0] ]
inline = { x = 1, y.z = "deep" }
on = true
[server.eu-west]
ip = "10.0.0.1"
[[fruit]]
name = "apple"
[[fruit.kind]]
name = "red"
[[fruit]]
name = "pear"
`;

export default async () => {
  const attempt = (text) => { try { return toml.parse(text); } catch (error) { return [error.name, error.message, error.line ?? null, error.column ?? null]; } };
  return {
    parsed: toml.parse(TEXT),
    streamed: await new Promise((go) => Readable.from([TEXT.slice(0, 99), TEXT.slice(99)], { objectMode: false }).pipe(concat({ encoding: "string" }, (text) => go(Object.keys(toml.parse(text)))))),
    dates: ["1979-05-27T00:32:00-07:00", "1979-05-27T00:32:00.999999Z"].map((text) => toml.parse(`at = ${text}`).at),
    none: [toml.parse(""), toml.parse("# only\n\n[a]\n[a.b]")],
    errors: ["a = ", "a = 1\na = 2", "[a]\n[a]", "a = \"x", "a = [1, \"b\"]", "= 1", "a = 01", "a = 1979-13-01T00:00:00Z", "a = { b = 1", "[a\nb=1", "a.b = 1\na = 2", "a = '\u0001'"].map(attempt),
  };
};
