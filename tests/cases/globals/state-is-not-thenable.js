async () => typeof (await state).readFile

//= result: "function"
