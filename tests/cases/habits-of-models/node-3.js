//+ files-project

async () => {
  //+ tried-afresh
  await tried("return state.readFile(\"/logs/app.log\", { offset: 2, limit: 1 })", async () => {
    return state.readFile("/logs/app.log", { offset: 2, limit: 1 })
  });
  await tried("return state.readFile({ file_path: \"/logs/app.log\", offset: 0, limit: 10 })", async () => {
    return state.readFile({ file_path: "/logs/app.log", offset: 0, limit: 10 })
  });
  await tried("return (await state.readdir(\"/src\")).map(f => path.resolve(\"/src\", f))", async () => {
    return (await state.readdir("/src")).map(f => path.resolve("/src", f))
  });
  return answers;
}
//= result: [
//=   { what: "return state.readFile(\"/logs/app.log\", { offset: 2, limit: 1 })", gave: "2" },
//=   {
//=     what: "return state.readFile({ file_path: \"/logs/app.log\", offset: 0, limit: 10 })",
//=     gave: "2024-01-01",
//=   },
//=   {
//=     what: "return (await state.readdir(\"/src\")).map(f => path.resolve(\"/src\", f))",
//=     gave: ["/src/app.ts", "/src/lib", "/src/util.ts"],
//=   },
//= ]
//= console.warn: note: offset and limit of state.readFile count bytes: write byteOffset and byteLength; lines are startLine and endLine
