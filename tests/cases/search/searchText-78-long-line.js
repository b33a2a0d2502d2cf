async () => {
  await state.writeFile("/a", "x".repeat(5000) + "needle"); const [m] = await state.searchText("/a", "needle");
  return [m.column, m.lineText.length];
}

//= result: [5001, 5006]
//= created: /a (- -> 5006)
