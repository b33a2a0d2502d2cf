async () => {
  await state.writeFile("/a", "\ufeffA"); const s = await state.readFile("/a");
  return [s.length, (await state.readFileBytes("/a")).length];
}

//= result: [2, 4]
//= created: /a (- -> 4)
