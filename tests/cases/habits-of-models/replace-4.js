//+ files-project

async () => {
  //+ tried-afresh
  await tried("return await state.replaceInFile(\"/src\", \"a\", \"b\")", async () => {
    return await state.replaceInFile("/src", "a", "b")
  });
  await tried("return await state.replaceInFile(\"/src/*.ts\", \"var\", \"let\")", async () => {
    return await state.replaceInFile("/src/*.ts", "var", "let")
  });
  await tried("return [await state.replaceInFile(\"/src/lib/a.js\", \"var\", \"let\", { maxMatches: 1, dryRun: ", async () => {
    return [await state.replaceInFile("/src/lib/a.js", "var", "let", { maxMatches: 1, dryRun: true }), (await state.find("/", {name: "*.{ts,js}"})).length]
  });
  await tried("const r = await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\"); r.extra = 1; return r.ex", async () => {
    const r = await state.replaceInFile("/src/app.ts", "var", "let"); r.extra = 1; return r.extra
  });
  await tried("return await state.replaceInFile(\"/src/lib/a.js\", /var/, \"let\")", async () => {
    return await state.replaceInFile("/src/lib/a.js", /var/, "let")
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return await state.replaceInFile(\"/src\", \"a\", \"b\")",
//=     threw: "EISDIR: EISDIR: illegal operation on a directory, replaceInFile '/src'",
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/src/*.ts\", \"var\", \"let\")",
//=     threw: "ENOENT: ENOENT: no such file or directory, replaceInFile '/src/*.ts'; a pattern is for state.replaceInFiles(\"/src/*.ts\", \"var\", \"let\")",
//=   },
//=   {
//=     what: "return [await state.replaceInFile(\"/src/lib/a.js\", \"var\", \"let\", { maxMatches: 1, dryRun: ",
//=     gave: [{ replaced: 2, content: "let x = 1;\nlet y = 2;\nmodule.exports = { x, y };\n" }, 6],
//=   },
//=   {
//=     what: "const r = await state.replaceInFile(\"/src/app.ts\", \"var\", \"let\"); r.extra = 1; return r.ex",
//=     gave: 1,
//=     changed: ["/src/app.ts"],
//=   },
//=   {
//=     what: "return await state.replaceInFile(\"/src/lib/a.js\", /var/, \"let\")",
//=     gave: { replaced: 2, content: "let x = 1;\nlet y = 2;\nmodule.exports = { x, y };\n" },
//=     changed: ["/src/lib/a.js"],
//=   },
//= ]
//= console.warn: note: maxMatches bounds what a search tells: every match was replaced
