const path = "/a";
await state.writeFile(path, "x");
await state.readFile(path)

//= result: "x"
//= created: /a (- -> 1)
