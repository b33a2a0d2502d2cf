//! [files]
//! "/a.ndjson" = "\ufeff{\"a\":1}\r\n\n[2]\n\"x\"\n12345678901234567890\nnull"
//! "/bad.jsonl" = "{\"a\":1}\n{\"a\":\n{\"b\":2}\n"
//! "/empty.ndjson" = ""

async () => {
  //+ fails
  await state.writeNdjson("/o/b.jsonl", [{ a: 1, b: undefined, when: new Date(0) }, [1, NaN], "two\nlines", undefined, null]);
  return {
    read: await state.readNdjson("/a.ndjson"),
    written: await state.readFile("/o/b.jsonl"),
    back: await state.readJsonl("/o/b.jsonl"),
    bad: await fails(() => state.readJsonLines("/bad.jsonl")),
    empty: [await state.readNdjson("/empty.ndjson"), await (async () => { await state.writeJsonl("/o/c", []); return state.readFile("/o/c"); })()],
    refused: [await fails(() => state.writeNdjson("/x", { a: 1 })), await fails(() => state.writeNdjson("/x", [1n])), await fails(() => state.writeNdjson("/x", [new Map()])), await fails(() => state.readNdjson("/a.ndjson", { header: true }))],
    exists: await state.exists("/x"),
  };
}
//= result: {
//=   read: [{ a: 1 }, [2], "x", 12345678901234567000, null],
//=   written: "{\"a\":1,\"when\":\"1970-01-01T00:00:00.000Z\"}\n[1,null]\n\"two\\nlines\"\nnull\nnull\n",
//=   back: [{ a: 1, when: "1970-01-01T00:00:00.000Z" }, [1, null], "two\nlines", null, null],
//=   bad: [
//=     "EBADMSG",
//=     "Invalid NDJSON in /bad.jsonl: unexpected end of JSON where a value should start (line 2, column 6)\n  {\"a\":",
//=   ],
//=   empty: [[], ""],
//=   refused: [
//=     undefined,
//=     [
//=       "EINVAL",
//=       "state.writeNdjson: \"rows[0]\" must be a JSON value (turn a BigInt into a string or a number first), but is the BigInt 1n — expected state.writeNdjson(path, rows)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeNdjson: \"rows[0]\" must be a JSON value (JSON keeps no entries of a Map: write Object.fromEntries(map)), but is a Map — expected state.writeNdjson(path, rows)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.readNdjson: \"options.header\" is no option; there are no options — expected state.readNdjson(path)",
//=     ],
//=   ],
//=   exists: true,
//= }
//= created: /o (- -> 0)
//= created: /o/b.jsonl (- -> 74)
//= created: /o/c (- -> 0)
//= created: /x (- -> 8)
