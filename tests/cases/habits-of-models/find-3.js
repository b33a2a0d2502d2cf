//+ files-project

async () => {
  //+ tried-afresh
  await tried("return (await state.find(\"/\", { newerThan: Date.now() - 86400000, type: \"file\" })).length ", async () => {
    return (await state.find("/", { newerThan: Date.now() - 86400000, type: "file" })).length >= 0
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return (await state.find(\"/\", { newerThan: Date.now() - 86400000, type: \"file\" })).length ",
//=     gave: true,
//=   },
//= ]
