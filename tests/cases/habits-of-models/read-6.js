//+ files-project

async () => {
  //+ tried-afresh
  await tried("let text = state.readFile(\"/README.md\"); text = await text; return text.length", async () => {
    let text = state.readFile("/README.md"); text = await text; return text.length
  });
  await tried("const cache = {}; const get = (p) => cache[p] ??= state.readFile(p); return (await get(\"/R", async () => {
    const cache = {}; const get = (p) => cache[p] ??= state.readFile(p); return (await get("/README.md")).length
  });
  await tried("const [a, b] = [state.readFile(\"/README.md\"), state.readFile(\"/package.json\")]; return (aw", async () => {
    const [a, b] = [state.readFile("/README.md"), state.readFile("/package.json")]; return (await a).length + (await b).length
  });
  return answers;
}
//= result: [
//=   {
//=     what: "let text = state.readFile(\"/README.md\"); text = await text; return text.length",
//=     gave: 20,
//=   },
//=   {
//=     what: "const cache = {}; const get = (p) => cache[p] ??= state.readFile(p); return (await get(\"/R",
//=     gave: 20,
//=   },
//=   {
//=     what: "const [a, b] = [state.readFile(\"/README.md\"), state.readFile(\"/package.json\")]; return (aw",
//=     gave: 157,
//=   },
//= ]
