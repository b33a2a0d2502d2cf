//+ files-project

async () => {
  //+ tried-afresh
  await tried("return await state.edit(\"/README.md\", (text) => text.toUpperCase())", async () => {
    return await state.edit("/README.md", (text) => text.toUpperCase())
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return await state.edit(\"/README.md\", (text) => text.toUpperCase())",
//=     threw: "EINVAL: state.replaceInFile: it takes no callback: it gives a promise, so write const result = await state.replaceInFile(\"/README.md\")",
//=   },
//= ]
