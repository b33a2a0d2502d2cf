//! [files]
//! "/a.yaml" = "\ufeffname: no\nwhen: 2024-01-02\nlist:\n  - 1\n  - 0x10\n  - .inf\n  - ~\nbase: &b { x: 1, y: 2 }\nmerged:\n  <<: *b\n  y: 3\ntext: |\n  one\n  two\nbytes: !!binary aGk=\nbig: 12345678901234567890\n"
//! "/crlf.yml" = "a: 1\r\nb:\r\n  - x\r\n"
//! "/empty.yaml" = ""
//! "/many.yaml" = "a: 1\n---\nb: 2\n"
//! "/bad.yaml" = "a: 1\nb: [1, 2\nc: 3\n"
//! "/twice.yaml" = "a: 1\na: 2\n"
//! "/tag.yaml" = "a: !thing 1\n"
//! "/tab.yaml" = "a:\n\tb: 1\n"
//! "/utf16.yaml" = { bytes = [254, 255, 0, 97, 0, 58] }

async () => {
  //+ fails
  const all = await state.readYaml("/a.yaml");
  return {
    all,
    types: [all.bytes instanceof Uint8Array, typeof all.big, typeof all.when],
    kept: (await state.readYaml("/a.yaml", { merge: false })).merged,
    crlf: await state.readYml("/crlf.yml"),
    empty: await state.loadYaml("/empty.yaml"),
    many: await fails(() => state.readYaml("/many.yaml")),
    bad: await fails(() => state.readYaml("/bad.yaml")),
    twice: await fails(() => state.readYaml("/twice.yaml")),
    tag: await fails(() => state.readYaml("/tag.yaml")),
    tab: await fails(() => state.readYaml("/tab.yaml")),
    utf16: await fails(() => state.readYaml("/utf16.yaml")),
    option: await fails(() => state.readYaml("/a.yaml", { merges: false, schem: 1 })),
    missing: await fails(() => state.readYaml("/b.yaml")),
  };
}
//= result: {
//=   all: {
//=     name: "no",
//=     when: "2024-01-02",
//=     list: [1, 16, Infinity, null],
//=     base: { x: 1, y: 2 },
//=     merged: { x: 1, y: 3 },
//=     text: "one\ntwo\n",
//=     bytes: bytes(68 69),
//=     big: 12345678901234567000,
//=   },
//=   types: [true, "number", "string"],
//=   kept: { "<<": { x: 1, y: 2 }, y: 3 },
//=   crlf: { a: 1, b: ["x"] },
//=   empty: null,
//=   many: [
//=     "EBADMSG",
//=     "Invalid YAML in /many.yaml: the text has several documents: await state.readYaml(\"/many.yaml\", { all: true }) reads them all (line 2, column 1)\n  ---\n  ^",
//=   ],
//=   bad: [
//=     "EBADMSG",
//=     "Invalid YAML in /bad.yaml: illegal placement of ':' indicator (line 3, column 2)\n  c: 3\n   ^",
//=   ],
//=   twice: [
//=     "EBADMSG",
//=     "Invalid YAML in /twice.yaml: the key \"a\" comes twice: rename or remove one (line 2, column 1)\n  a: 2\n  ^",
//=   ],
//=   tag: [
//=     "EBADMSG",
//=     "Invalid YAML in /tag.yaml: the tag !thing is not known: leave it out (line 1, column 11)\n  a: !thing 1\n            ^",
//=   ],
//=   tab: [
//=     "EBADMSG",
//=     "Invalid YAML in /tab.yaml: tabs disallowed within this context (block indentation) (line 2, column 2)\n   b: 1\n   ^",
//=   ],
//=   utf16: [
//=     "EBADMSG",
//=     "Invalid YAML in /utf16.yaml: the file is UTF-16; write YAML.parse(await state.readFile(\"/utf16.yaml\", { encoding: \"utf-16be\" }))",
//=   ],
//=   option: [
//=     "EINVAL",
//=     "state.readYaml: \"options.merges\" is no option; did you mean \"merge\"? the options are merge, all — expected state.readYaml(path, options?)",
//=   ],
//=   missing: [
//=     "ENOENT",
//=     "ENOENT: no such file or directory, readYaml '/b.yaml'; did you mean '/a.yaml'?",
//=   ],
//= }
