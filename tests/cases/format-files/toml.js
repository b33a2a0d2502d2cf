//! [files]
//! "/a.toml" = """
//! # The package.
//! [package]
//! name = "demo" # its name
//! version = "1.0.0"
//! released = 2024-01-02T03:04:05Z
//! day = 2024-01-02
//! [dependencies]
//! serde = { version = "1", features = [ "derive" ] }
//! """
//! "/crlf.toml" = "a = 1\r\n# kept\r\nb = 2\r\n"
//! "/big.toml" = "n = 9223372036854775807\n"
//! "/bad.toml" = "a = 1\nb = \nc = 3\n"
//! "/twice.toml" = "a = 1\na = 2\n"

async () => {
  //+ fails
  const read = await state.readToml("/a.toml");
  const isDate = read.package.released instanceof Date;
  await state.writeToml("/a.toml", read);
  const same = await state.readFile("/a.toml");
  read.package.version = "1.1.0";
  read.dependencies.anyhow = "1";
  await state.writeToml("/a.toml", read);
  await state.writeToml("/crlf.toml", { a: 1, b: 3, c: [1, 2] });
  await state.writeToml("/new.toml", { title: "x", at: new Date(0), owner: { name: "y", none: undefined }, list: [{ a: 1 }, { a: 2 }], nested: { deep: { x: [1.5, -0, 2n ** 60n] } } });
  await state.writeToml("/bad.toml", { a: 1 });
  return {
    isDate,
    read,
    isSame: same.includes("released = 2024-01-02T03:04:05Z\nday = 2024-01-02\n") && same.startsWith("# The package."),
    changed: await state.readFile("/a.toml"),
    crlf: await state.readFile("/crlf.toml"),
    made: await state.readFile("/new.toml"),
    repaired: await state.readFile("/bad.toml"),
    big: [await fails(() => state.readToml("/big.toml")), await state.readToml("/big.toml", { bigint: true })],
    twice: await fails(() => state.readToml("/twice.toml")),
    refused: [await fails(() => state.writeToml("/x.toml", { a: null })), await fails(() => state.writeToml("/x.toml", [1])), await fails(() => state.writeToml("/x.toml", { a: { b: new Uint8Array(1) } })), await fails(() => state.readToml("/a.toml", { bigInts: 1 }))],
    exists: await state.exists("/x.toml"),
  };
}
//= result: {
//=   isDate: true,
//=   read: {
//=     package: {
//=       name: "demo",
//=       version: "1.1.0",
//=       released: Date(2024-01-02T03:04:05.000Z),
//=       day: "2024-01-02",
//=     },
//=     dependencies: { serde: { version: "1", features: ["derive"] }, anyhow: "1" },
//=   },
//=   isSame: true,
//=   changed: "# The package.\n[package]\nname = \"demo\" # its name\nversion = \"1.1.0\"\nreleased = 2024-01-02T03:04:05Z\nday = 2024-01-02\n[dependencies]\nserde = { version = \"1\", features = [ \"derive\" ] }\nanyhow = \"1\"\n",
//=   crlf: "a = 1\r\n# kept\r\nb = 3\r\nc = [1, 2]\r\n",
//=   made: "title = \"x\"\nat = 1970-01-01T00:00:00.000Z\n\n[owner]\nname = \"y\"\n\n[[list]]\na = 1\n\n[[list]]\na = 2\n\n[nested.deep]\nx = [1.5, -0.0, 1152921504606846976]\n",
//=   repaired: "a = 1\n",
//=   big: [
//=     [
//=       "EBADMSG",
//=       "Invalid TOML in /big.toml: an integer beyond 2^53, which a number cannot hold: bigint: true reads it as a BigInt (line 1, column 5)\n  n = 9223372036854775807\n      ^",
//=     ],
//=     { n: 9223372036854775807n },
//=   ],
//=   twice: [
//=     "EBADMSG",
//=     "Invalid TOML in /twice.toml: the key \"a\" comes twice: rename or remove one (line 2, column 1)\n  a = 2\n  ^",
//=   ],
//=   refused: [
//=     ["EINVAL", "Cannot write /x.toml as TOML: a: TOML has no null: leave the member out"],
//=     ["EINVAL", "Cannot write /x.toml as TOML: a TOML text is an object, not an array"],
//=     [
//=       "EINVAL",
//=       "Cannot write /x.toml as TOML: a.b: TOML has no bytes: write them as Base64",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.readToml: \"options.bigint\" must be true or false, but is the number 1 — expected state.readToml(path, options?)",
//=     ],
//=   ],
//=   exists: false,
//= }
//= created: /new.toml (- -> 146)
//= changed: /a.toml (183 -> 196)
//= changed: /bad.toml (17 -> 6)
//= changed: /crlf.toml (22 -> 34)
