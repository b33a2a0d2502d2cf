const path = "/a";
await state.writeFile(path, "x");
for (const c of "ab") await state.appendFile(path, c);

//= result: undefined
//= created: /a (- -> 3)
