async () => {
  await state.writeFileBytes("/b", new TextEncoder().encode("é😀"));
  return state.readFile("/b");
}

//= result: "é😀"
//= created: /b (- -> 6)
