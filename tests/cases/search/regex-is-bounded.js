async () => {
  //+ fails
  await state.writeFile("/as", "a".repeat(5000) + "!");
  const find = (query) => fails(async () => (await state.searchText("/as", query, { regex: true })).length);
  return {
    nested: await find("(a+)+$"),
    alternatives: await find("(a|aa)+$"),
    "nested, looking": await find("(?=(a+)+$)x"),
    behind: await find("(?<=(a+)+b)c"),
  };
}

//= result: { nested: 0, alternatives: 0, "nested, looking": 0, behind: 0 }
//= created: /as (- -> 5001)
