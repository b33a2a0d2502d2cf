//! [files]
//! "/a.txt" = "text\n"

async () => {
  const tried = async (call) => { try { return await call() ?? "done"; } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  return {
    home: await tried(() => state.writeFile("~/notes.txt", "n")),
    drive: await tried(() => state.readFile("C:\\Users\\a.txt")),
    driveWithSlashes: await tried(() => state.exists("c:/a.txt")),
    backslashes: await tried(() => state.readFile("src\\a.txt")),
    root: await state.glob("/"),
    bytes: (await state.readFileBytes("/a.txt")).toString("utf8"),
    bytesAsNumbers: (await state.readFileBytes("/a.txt")).toString(),
    ofStat: [(await state.stat("/a.txt")).ino, (await state.stat("/a.txt")).isFIFO()],
  };
}
//= result: {
//=   home: "done",
//=   drive: "ENOENT ENOENT: no such file or directory, readFile '/C:\\Users\\a.txt'",
//=   driveWithSlashes: false,
//=   backslashes: "ENOENT ENOENT: no such file or directory, readFile '/src\\a.txt'",
//=   root: [],
//=   bytes: "116,101,120,116,10",
//=   bytesAsNumbers: "116,101,120,116,10",
//=   ofStat: [undefined, false],
//= }
//= console.warn: note: line 12: state.readFileBytes gives a Uint8Array, whose toString lists numbers: text is await state.readFile(path), or Buffer.from(bytes).toString("base64")
//= console.warn: note: line 13: state.readFileBytes gives a Uint8Array, whose toString lists numbers: text is await state.readFile(path), or Buffer.from(bytes).toString("base64")
//= console.warn: note: line 14: state.stat gives { type, size, mtime, mode } | null; it has no ino
//= console.warn: note: "~/notes.txt" was taken literally, as /~/notes.txt: there is no home directory here
//= console.warn: note: "C:\\Users\\a.txt" was taken literally: paths here are like /folder/file, with / between names
//= console.warn: note: "c:/a.txt" was taken literally: paths here are like /folder/file, with / between names
//= console.warn: note: "src\\a.txt" was taken literally: paths here are like /folder/file, with / between names
//= console.warn: note: "/" matches nothing below the root: "/*" is what is at the top, "/**" everything
//= created: /~ (- -> 0)
//= created: /~/notes.txt (- -> 1)
