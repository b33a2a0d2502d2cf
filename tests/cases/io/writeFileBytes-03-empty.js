async () => {
  await state.writeFileBytes("/b", new Uint8Array(0));
  return [await state.readFile("/b"), (await state.stat("/b")).size];
}

//= result: ["", 0]
//= created: /b (- -> 0)
