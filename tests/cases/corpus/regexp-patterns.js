//! # Classes, case, names, references and surrogates in patterns, each as the language says.
() => {
  const groups = (match) => match && { ...match.groups };
  const list = (match) => match && [...match].map((part) => (part === undefined ? "-" : part));
  const codes = (text) => [...text].map((part) => part.codePointAt(0).toString(16)).join(" ");
  const fails = (source, flags) => {
    try { return String(new RegExp(source, flags)); } catch (error) { return error.name; }
  };
  const many = (count, part) => Array.from({ length: count }, (_, index) => part(index));
  const units = "sS\u017fkK\u212aiI\u0130\u0131\xdf\u1e9e\u01c4\u01c5\u01c6\u1f80\u1f88\xb5\u03bc";
  return {
    // A class is no nesting, and neither is an alternation or a sequence.
    ranges: /[a-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-za-z]+/.exec("12abc")[0],
    manyRanges: new RegExp(`[${many(3000, (i) => String.fromCharCode(0x4e00 + 3 * i, 0x2d, 0x4e01 + 3 * i)).join("")}]+`).exec("a\u4e00\u4e01\u4e03\u4e02")[0].length,
    manyWords: new RegExp(`^(?:${many(5000, (i) => `w${i}`).join("|")})$`).test("w4999"),
    manyWordsWide: new RegExp(many(5000, (i) => `(w${i})`).join("|")).exec("\u20acw4999")[5000] ?? "-",
    manyGroups: new RegExp(many(2000, (i) => `(a${i})?`).join("")).exec("a0a3").length,

    // Names.
    namesBehind: groups(/(?<=(?<year>\d{4})-(?<month>\d\d))x/.exec("2024-05x")),
    namesBehindNot: groups(/(?<!(?<a>z)(?<b>y))(?<c>x)/.exec("x")),
    nameBeyond: groups(/(?<𝒜>.)/.exec("f")),
    nameEscaped: groups(new RegExp("(?<\\u{1d49c}\\u0061>.)\\k<𝒜a>").exec("ff")),
    nameTwice: [fails("(?<a>x)(?<a>y)"), fails("(?<a>x(?<a>y))")],

    // References.
    inItself: [list(/(a*?\1)$/.exec("aaa")), list(/(?:(a)|b\1)+/.exec("aba")), list(/(a\1)\1/.exec("aa"))],
    forward: list(/\2(a)(b)/.exec("ab")),
    unmatched: list(/(?:(a)|(b))\1\2c/.exec("aac")),
    ofHalfPairs: [/(\ud83d)\1/u.test("\ud83d\ud83d\ude00"), /(\ud83d)\1/.test("\ud83d\ud83d\ude00"), /^(.)\1$/u.test("\u{1f600}\u{1f600}")],
    resets: list(/(?:(a)|(b)|(c))+/.exec("abc")),
    behind: list(/(?<=\1(a))b/.exec("aab")),

    // Case.
    longS: [/\u017f/i.test("s"), /\u017f/iu.test("s"), /[\u017f]/i.test("S"), /\w/i.test("\u017f"), /\w/iu.test("\u017f"), /[^\w]/iu.test("\u212a")],
    notWords: [/[\W]/iu.test("k"), /[^\W]/iu.test("k"), /\W/iu.test("\u017f"), /\b/iu.test("\u017f"), /\b/i.test("\u017f")],
    alike: Object.fromEntries([...units].map((unit) => [codes(unit), [codes(units.match(new RegExp(`[${unit}]`, "gi")).join("")), codes(units.match(new RegExp(unit, "giu")).join(""))]])),
    ranged: codes(units.match(/[A-Z]/gi).join("")),
    referenced: [/^(\u01c4)\1$/i.test("\u01c4\u01c5"), /^(\u1f80)\1$/i.test("\u1f80\u1f88"), /^(\u1f80)\1$/iu.test("\u1f80\u1f88")],
    properties: [/\p{Lu}/iu.test("a"), /\P{Lu}/iu.test("A"), /[^\p{Lu}]/iu.test("a"), /\P{Lu}/iv.test("A"), /[\P{Lu}&&a]/iv.test("A")],

    // Surrogates.
    halves: [/^\ud83d$/u.test("\ud83d\ude00"), /\ud83d/.test("\ud83d\ude00"), /\ude00/u.test("\ud83d\ude00"), /^.$/.test("\ud83d\ude00"), /^.$/u.test("\ud83d\ude00"), /^[^x]$/u.test("\ud83d"), /\ud83d\ude00/u.test("\u{1f600}"), /^\ud83d\ude00$/.test("\u{1f600}"), /[\ud83d\ude00]/.exec("\u{1f600}")[0].length],
    emptyMatches: ["v", "gv", "gu", "g", "gy", "gyu"].map((flags) => "a\u{1f600}b".replace(new RegExp("(?:)", flags), "|")).map(escape),
    emptyByHand: "qb\u{1f600}a".replaceAll(/(?<n>1*(b?)|\1)/gv, null),
    emptyList: ["a\u{1f600}b".match(/x*/gu).length, "a\u{1f600}b".match(/x*/g).length, [..."a\u{1f600}b".matchAll(/x*/gv)].map((match) => match.index)],
    splits: ["a\u{1f600}b".split(/(?:)/u), "a\u{1f600}b".split(/(?:)/v).length, "a\u{1f600}b".split(/(?:)/).length, "a1b2c".split(/(\d)/, 3), "aXbX".split(/X/y)],
    lastIndex: [0, 1, 2, 3, 4].map((at) => { const dot = /./gu; dot.lastIndex = at; const found = dot.exec("a\u{1f600}b"); return [found && found.index, dot.lastIndex]; }),

    // The flag `v`.
    backspace: [/[\b]/v.test("\b"), /[\b]/v.test("b")],
    punctuation: [/^[!#]+$/v.test("!#"), /^[a&b]+$/v.test("a&b"), fails("[!!]", "v"), fails("[a--b&&c]", "v"), fails("[ab&&c]", "v"), fails("[(]", "v"), fails("[&-z]", "v")],
    operators: ["abcxyz19".match(/[\w--[a-c\d]]/gv).join(""), "abc19".match(/[\w&&\d]/gv).join(""), /^[[a-z]&&[^aeiou]]$/v.test("e"), "aBc".match(/[^B]/giv).join("")],
    strings: [list(/[\q{abc|a|}]/v.exec("abcd")), list(/[\q{abc|a|}]/v.exec("x")), list(/(?<=[\q{ab|c}])d/v.exec("xabd")), list(/^[\q{AB|c}]$/iv.exec("aB")), list(/[\q{ab|cd}--\q{ab}]/v.exec("abcd"))],
    negated: [fails("[^\\q{ab}]", "v"), fails("[^\\q{a}]", "v"), fails("[^\\q{ab}&&x]", "v"), fails("[^\\p{RGI_Emoji}]", "v"), fails("\\P{RGI_Emoji}", "v")],
    emoji: "\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f1e9}\u{1f1ea} 1\ufe0f\u20e3 a".match(/\p{RGI_Emoji}/gv).map((match) => match.length),

    // What only old patterns may say.
    annexB: [/\c/.test("\\c"), /[\c]/.test("\\"), /\8/.test("8"), /a{,2}/.test("a{,2}"), /\u{2}/.test("uu"), /x{1/.test("x{1"), /]/.test("]"), /(?=a)*/.test(""), /\k/.test("k"), /[\d-x]/.test("-"), /\x1/.test("x1"), /\012/.test("\n"), /\ca/.test("\x01"), /[\c1]/.test("\x11")],
    notInUnicode: ["\\c", "\\8", "{", "]", "\\u{+41}", "\\u", "(?=a)*", "\\k", "[\\d-x]", "\\-", "a{,2}", "\\1"].map((source) => fails(source, "u")),
  };
}
//= result: {
//=   ranges: "abc",
//=   manyRanges: 3,
//=   manyWords: true,
//=   manyWordsWide: "-",
//=   manyGroups: 2001,
//=   namesBehind: { year: "2024", month: "05" },
//=   namesBehindNot: { a: undefined, b: undefined, c: "x" },
//=   nameBeyond: { "𝒜": "f" },
//=   nameEscaped: { "𝒜a": "f" },
//=   nameTwice: ["SyntaxError", "SyntaxError"],
//=   inItself: [["aaa", "aaa"], ["aba", "a"], ["aa", "a"]],
//=   forward: ["ab", "a", "b"],
//=   unmatched: ["aac", "a", "-"],
//=   ofHalfPairs: [false, true, true],
//=   resets: ["abc", "-", "-", "c"],
//=   behind: ["b", "a"],
//=   longS: [false, true, false, false, true, false],
//=   notWords: [false, true, false, true, false],
//=   alike: {
//=     "49": ["69 49", "69 49"],
//=     "53": ["73 53", "73 53 17f"],
//=     "69": ["69 49", "69 49"],
//=     "73": ["73 53", "73 53 17f"],
//=     "130": ["130", "130"],
//=     "131": ["131", "131"],
//=     "17f": ["17f", "73 53 17f"],
//=     "6b": ["6b 4b", "6b 4b 212a"],
//=     "4b": ["6b 4b", "6b 4b 212a"],
//=     "212a": ["212a", "6b 4b 212a"],
//=     df: ["df", "df 1e9e"],
//=     "1e9e": ["1e9e", "df 1e9e"],
//=     "1c4": ["1c4 1c5 1c6", "1c4 1c5 1c6"],
//=     "1c5": ["1c4 1c5 1c6", "1c4 1c5 1c6"],
//=     "1c6": ["1c4 1c5 1c6", "1c4 1c5 1c6"],
//=     "1f80": ["1f80", "1f80 1f88"],
//=     "1f88": ["1f88", "1f80 1f88"],
//=     b5: ["b5 3bc", "b5 3bc"],
//=     "3bc": ["b5 3bc", "b5 3bc"],
//=   },
//=   ranged: "73 53 6b 4b 69 49",
//=   referenced: [true, false, true],
//=   properties: [true, true, false, false, false],
//=   halves: [false, true, false, false, true, true, true, true, 1],
//=   emptyMatches: [
//=     "%7Ca%uD83D%uDE00b",
//=     "%7Ca%7C%uD83D%uDE00%7Cb%7C",
//=     "%7Ca%7C%uD83D%uDE00%7Cb%7C",
//=     "%7Ca%7C%uD83D%7C%uDE00%7Cb%7C",
//=     "%7Ca%7C%uD83D%7C%uDE00%7Cb%7C",
//=     "%7Ca%7C%uD83D%uDE00%7Cb%7C",
//=   ],
//=   emptyByHand: "nullqnullnull😀nullanull",
//=   emptyList: [4, 5, [0, 1, 3, 4]],
//=   splits: [["a", "😀", "b"], 3, 4, ["a", "1", "b"], ["a", "b", ""]],
//=   lastIndex: [[0, 1], [1, 3], [1, 3], [3, 4], [null, 0]],
//=   backspace: [true, false],
//=   punctuation: [true, true, "SyntaxError", "SyntaxError", "SyntaxError", "SyntaxError", "/[&-z]/v"],
//=   operators: ["xyz", "19", false, "ac"],
//=   strings: [["abc"], [""], ["d"], ["aB"], ["cd"]],
//=   negated: ["SyntaxError", "/[^\\q{a}]/v", "/[^\\q{ab}&&x]/v", "SyntaxError", "SyntaxError"],
//=   emoji: [8, 4, 3],
//=   annexB: [true, true, true, true, true, true, true, true, true, true, true, true, true, true],
//=   notInUnicode: [
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=     "SyntaxError",
//=   ],
//= }
