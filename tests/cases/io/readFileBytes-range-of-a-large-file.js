async () => {
  // Larger than one stored piece, read across its border.
  await state.writeFile("/large", "0123456789".repeat(20000));
  const at = async (offset, limit) => new TextDecoder().decode(await state.readFileBytes("/large", { offset, limit }));
  return [await at(65530, 12), await at(131070, 4), await at(199995, 100), await at(0, 5)];
}

//= result: ["012345678901", "0123", "56789", "01234"]
//= console.warn: note: offset and limit of state.readFileBytes count bytes: write byteOffset and byteLength
//= created: /large (- -> 200000)
