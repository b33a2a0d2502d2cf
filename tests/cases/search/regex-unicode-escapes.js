//! [files]
//! "/t" = "Été p{Lu} 😀 u{61} Ω"

async () => {
  const find = async (query) => {
    try {
      return (await state.searchText("/t", query, { regex: true })).map((m) => m.match);
    } catch (error) {
      return [error.code, error.message];
    }
  };
  return {
    upper: await find("\\p{Lu}\\p{Ll}*"),
    negated: await find("\\P{ASCII}+"),
    "in a class": await find("[\\p{Script=Greek}\\u{1f600}]"),
    "code point": await find("\\u{61}|\\u{1F600}"),
    "no brace": await find("\\p"),
    unknown: await find("\\p{Uppercased}"),
    open: await find("[\\p{Lu]"),
  };
}
//= result: {
//=   upper: ["Été", "Lu", "Ω"],
//=   negated: ["É", "é", "😀", "Ω"],
//=   "in a class": ["😀", "Ω"],
//=   "code point": ["😀"],
//=   "no brace": ["p"],
//=   unknown: [
//=     "EINVAL",
//=     "Invalid search pattern: /\\p{Uppercased}/: invalid property name at character 2",
//=   ],
//=   open: ["EINVAL", "Invalid search pattern: /[\\p{Lu]/: invalid property name at character 3"],
//= }
