//! [files]
//! "/a.txt" = "one\ntwo\nthree\nfour\n"
//! "/é.txt" = "aé😀b"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  return {
    both: await state.readFile("/a.txt", { startLine: 2, endLine: 3 }),
    from: await state.readFile("/a.txt", { startLine: 3 }),
    to: await state.readFile("/a.txt", { endLine: 1 }),
    range: await state.readFile("/a.txt", { lines: [1, 2] }),
    count: await state.readFile("/a.txt", { line: 2, lines: 2 }),
    one: await state.readFile("/a.txt", { line: 4 }),
    snake: await state.readFile("/a.txt", { start_line: 4, end_line: 4 }),
    past: await state.readFile("/a.txt", { startLine: 40 }),
    zero: await tried(() => state.readFile("/a.txt", { startLine: 0 })),
    mixed: await tried(() => state.readFile("/a.txt", { startLine: 1, byteLength: 4 })),
    twice: await tried(() => state.readFile("/a.txt", { startLine: 1, lines: [1, 2] })),
    bytes: await state.readFile("/a.txt", { byteOffset: 4, byteLength: 3 }),
    cut: await state.readFile("/é.txt", { byteLength: 5 }),
    old: await state.readFile("/a.txt", { offset: 4, limit: 3 }),
    differ: await tried(() => state.readFile("/a.txt", { offset: 4, byteOffset: 5 })),
  };
}
//= result: {
//=   both: "two\nthree",
//=   from: "three\nfour\n",
//=   to: "one",
//=   range: "one\ntwo",
//=   count: "two\nthree",
//=   one: "four",
//=   snake: "four",
//=   past: "",
//=   zero: "EINVAL state.readFile: lines are counted from 1 — expected state.readFile(path, options?)",
//=   mixed: "EINVAL state.readFile: lines and bytes cannot both be chosen: use startLine and endLine, or byteOffset and byteLength — expected state.readFile(path, options?)",
//=   twice: "EINVAL state.readFile: the lines are named twice: use startLine and endLine alone — expected state.readFile(path, options?)",
//=   bytes: "two",
//=   cut: "aé",
//=   old: "two",
//=   differ: "EINVAL state.readFile: \"offset\" and \"byteOffset\" are the same option, and they differ — expected state.readFile(path, options?)",
//= }
//= console.warn: note: offset and limit of state.readFile count bytes: write byteOffset and byteLength; lines are startLine and endLine
