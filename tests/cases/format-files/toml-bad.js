//! [files]
//! "/value.toml" = "a = 1\nb = \nc = 3\n"
//! "/string.toml" = "a = \"x\n"
//! "/table.toml" = "[a]\n[a]\n"
//! "/date.toml" = "d = 2024-13-01\n"
//! "/utf8.toml" = { bytes = [97, 61, 34, 233, 34] }

async () => {
  //+ fails
  const all = [];
  for (const path of ["/value.toml", "/string.toml", "/table.toml", "/date.toml", "/utf8.toml"]) all.push(await fails(() => state.readToml(path)));
  return all;
}
//= result: [
//=   [
//=     "EBADMSG",
//=     "Invalid TOML in /value.toml: string values must be quoted: expected literal string (line 2, column 5)\n  b = \n      ^",
//=   ],
//=   [
//=     "EBADMSG",
//=     "Invalid TOML in /string.toml: invalid basic string: expected `\"` (line 1, column 7)\n  a = \"x\n        ^",
//=   ],
//=   [
//=     "EBADMSG",
//=     "Invalid TOML in /table.toml: the key \"a\" is there already: join the two, or rename one (line 2, column 2)\n  [a]\n   ^",
//=   ],
//=   [
//=     "EBADMSG",
//=     "Invalid TOML in /date.toml: no such date or time: write it as 2024-12-31T23:59:59Z (line 1, column 5)\n  d = 2024-13-01\n      ^",
//=   ],
//=   [
//=     "EBADMSG",
//=     "Invalid TOML in /utf8.toml: the file is not UTF-8 (at byte 3); write TOML.parse(await state.readFile(\"/utf8.toml\", { encoding: \"windows-1252\" }))",
//=   ],
//= ]
