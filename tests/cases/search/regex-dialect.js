//! [files]
//! "/t" = "key=value; other=thing\nprice: 42 EUR, 7 USD\nabcabc xyzxyz abcxyz\nÄpfel äpfel 𝒳y\nfoo.bar(baz)\n"

async () => {
  const fails = async (call) => {
    try {
      return await call();
    } catch (error) {
      return [error.code, error.message];
    }
  };
  const find = (query, options) =>
    fails(async () => (await state.searchText("/t", query, { regex: true, ...options })).map((found) => `${found.line}:${found.column} ${found.match}`));
  const out = {};
  for (const query of [
    "(?<==)\\w+",
    "(?<!\\d)\\d\\b",
    "\\d+(?= USD)",
    "\\b\\d+ (?!USD)\\w+",
    "(?<name>\\w{3})\\k<name>",
    "(\\w{3})\\1",
    "^\\w+",
    "\\)$",
    "[^\\s\\w]{2}",
    "\\u0041|\\x66oo",
    "\\u{1d4b3}",
    "\\p{Lu}",
    "(?:abc|xyz){2}",
    "a.*?c",
    "[\\d-z]{2}",
    "[]",
    "[^]y",
    "\\cJ",
    "x{,3}",
    "a{2",
    "(?i)ABC",
    "(?i:ABC)",
    "\\/",
    "\\-",
    "(?=foo)",
    "",
    "(",
    "[",
    "*",
    "\\2(a)",
    "(?<a>.)(?<a>.)",
    "a{2,1}",
    "\\",
    "(?<=a+)b",
    "$^",
    "[[:alpha:]]",
    "(?>a)",
    "a++",
    "\\A",
    "\\Z",
    "\\h",
  ])
    out[query] = await find(query);
  out.insensitive = await find("ÄPFEL", { caseSensitive: false });
  out["whole word"] = await find("[a-z]+", { wholeWord: true, maxMatches: 3 });
  return out;
}

//= result: {
//=   "(?<==)\\w+": ["1:5 value", "1:18 thing"],
//=   "(?<!\\d)\\d\\b": ["2:16 7"],
//=   "\\d+(?= USD)": ["2:16 7"],
//=   "\\b\\d+ (?!USD)\\w+": ["2:8 42 EUR"],
//=   "(?<name>\\w{3})\\k<name>": ["3:1 abcabc", "3:8 xyzxyz"],
//=   "(\\w{3})\\1": ["3:1 abcabc", "3:8 xyzxyz"],
//=   "^\\w+": ["1:1 key", "2:1 price", "3:1 abcabc", "5:1 foo"],
//=   "\\)$": ["5:12 )"],
//=   "[^\\s\\w]{2}": [],
//=   "\\u0041|\\x66oo": ["5:1 foo"],
//=   "\\u{1d4b3}": ["4:13 𝒳"],
//=   "\\p{Lu}": ["2:11 E", "2:12 U", "2:13 R", "2:18 U", "2:19 S", "2:20 D", "4:1 Ä", "4:13 𝒳"],
//=   "(?:abc|xyz){2}": ["3:1 abcabc", "3:8 xyzxyz", "3:15 abcxyz"],
//=   "a.*?c": ["3:1 abc", "3:4 abc", "3:15 abc"],
//=   "[\\d-z]{2}": ["2:8 42"],
//=   "[]": [],
//=   "[^]y": ["1:2 ey", "3:8 xy", "3:11 xy", "3:18 xy", "4:13 𝒳y"],
//=   "\\cJ": [],
//=   "x{,3}": [],
//=   "a{2": [],
//=   "(?i)ABC": ["3:1 abc", "3:4 abc", "3:15 abc"],
//=   "(?i:ABC)": ["EINVAL", "Invalid search pattern: /(?i:ABC)/: invalid group at character 3"],
//=   "\\/": [],
//=   "\\-": [],
//=   "(?=foo)": ["5:1 "],
//=   "": ["EINVAL", "Search query must not be empty"],
//=   "(": ["EINVAL", "Invalid search pattern: /(/: unterminated group at character 1"],
//=   "[": ["EINVAL", "Invalid search pattern: /[/: unterminated character class at character 1"],
//=   "*": ["EINVAL", "Invalid search pattern: /*/: nothing to repeat at character 1"],
//=   "\\2(a)": [],
//=   "(?<a>.)(?<a>.)": ["EINVAL", "Invalid search pattern: /(?<a>.)(?<a>.)/: duplicate capture group name"],
//=   "a{2,1}": [
//=     "EINVAL",
//=     "Invalid search pattern: /a{2,1}/: numbers out of order in {} quantifier at character 7",
//=   ],
//=   "\\": ["EINVAL", "Invalid search pattern: /\\/: \\ at end of pattern at character 2"],
//=   "(?<=a+)b": ["3:2 b", "3:5 b", "3:16 b"],
//=   "$^": [],
//=   "[[:alpha:]]": [],
//=   "(?>a)": ["EINVAL", "Invalid search pattern: /(?>a)/: invalid group at character 3"],
//=   "a++": ["EINVAL", "Invalid search pattern: /a++/: nothing to repeat at character 3"],
//=   "\\A": [],
//=   "\\Z": [],
//=   "\\h": ["1:14 h", "1:19 h"],
//=   insensitive: ["4:1 Äpfel", "4:7 äpfel"],
//=   "whole word": ["1:1 key", "1:5 value", "1:12 other"],
//= }
