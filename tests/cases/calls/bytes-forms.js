async () => {
  const bytes = new Uint8Array([1, 2, 3, 4]);
  await state.writeFileBytes("/view", bytes.subarray(1, 3));
  await state.writeFileBytes("/buffer", bytes.buffer);
  await state.writeFileBytes("/words", new Uint16Array([0x0201]));
  await state.writeFileBytes("/list", [9, 8]);
  return Promise.all(["/view", "/buffer", "/words", "/list"].map((path) => state.readFileBytes(path)));
}

//= result: [bytes(02 03), bytes(01 02 03 04), bytes(01 02), bytes(09 08)]
//= created: /buffer (- -> 4)
//= created: /list (- -> 2)
//= created: /view (- -> 2)
//= created: /words (- -> 2)
