//+ files-folders

async () => {
  await state.cp("/d", "/n", { recursive: true }); await state.writeFile("/n/x", "changed");
  return [await state.readFile("/d/x"), await state.readFile("/n/x")];
}

//= result: ["1", "changed"]
//= created: /n (- -> 0)
//= created: /n/s (- -> 0)
//= created: /n/s/y (- -> 1)
//= created: /n/x (- -> 7)
