async () => {
  const u = new Uint8Array([1, 2]); await state.writeFileBytes("/b", u); u[0] = 99;
  return state.readFileBytes("/b");
}

//= result: bytes(01 02)
//= created: /b (- -> 2)
