async () => {
  const reading = state.readFile("/missing");
  await state.writeFile("/a", "x");
  return await reading.catch((error) => error.code);
}
//= result: "ENOENT"
//= created: /a (- -> 1)
