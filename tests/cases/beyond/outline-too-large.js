async () => {
  await state.writeFile("/a.ts", "x".repeat(2 * 1024 * 1024 + 1));
  return state.outline("/a.ts").catch((error) => `${error.code} ${error.message}`);
}
//= result: "EFBIG EFBIG: it has 2097153 bytes, at most 2097152 are outlined; state.searchText finds lines in it, outline '/a.ts'"
//= created: /a.ts (- -> 2097153)
