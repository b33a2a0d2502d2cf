//! [files]
//! "/s/lib/a.ts" = "x\n"

async () => {
  const tried = async (call) => { try { return await call() ?? "done"; } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  const entries = await state.readdirWithFileTypes("/s");
  const bytes = await state.readFileBytes("/s/lib/a.ts");
  return {
    folders: entries.filter((entry) => entry.type === "dir").length,
    real: entries.filter((entry) => entry.type === "directory").length,
    text: bytes.toString(),
    encoding: await tried(() => state.readFileBytes("/s/lib/a.ts", "utf8")),
    nowhere: await tried(() => state.searchFiles("/t/**/*.ts", "x")),
    letters: await tried(() => state.glob("/s/**/*.TS")),
    numbers: await tried(async () => { for (const path in await state.glob("/s/**")) await state.readFile(path); }),
  };
}
//= result: {
//=   folders: 0,
//=   real: 1,
//=   text: "120,10",
//=   encoding: "EINVAL state.readFileBytes: it gives bytes; text is await state.readFile(\"/s/lib/a.ts\", \"utf8\")",
//=   nowhere: [],
//=   letters: [],
//=   numbers: "ENOENT ENOENT: no such file or directory, readFile '/0'; a number is no path: for (const path of paths) gives the paths, for…in their numbers",
//= }
//= console.warn: note: line 9: "dir" is never what state.readdirWithFileTypes gives here: it is "file" or "directory" or "symlink"
//= console.warn: note: line 11: state.readFileBytes gives a Uint8Array, whose toString lists numbers: text is await state.readFile(path), or Buffer.from(bytes).toString("base64")
//= console.warn: note: nothing matches "/t/**/*.ts": there is no '/t'
//= console.warn: note: nothing matches "/s/**/*.TS": the case of letters counts, and "/s/**/*.ts" matches 1
