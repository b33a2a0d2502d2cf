//! # Modifiers of groups and names that several groups share, which Node 20 does not have.
() => {
  const list = (match) => match && [...match].map((part) => (part === undefined ? "-" : part));
  const date = /(?:(?<year>\d{4})-(?<month>\d\d)|(?<month>\d\d)\/(?<year>\d{4}))/;
  return {
    modifiers: [/a(?i:b)c/.test("aBc"), /a(?i:b)c/.test("aBC"), /(?-i:a)b/i.test("aB"), /(?-i:a)b/i.test("AB"), /(?m:^b)/.test("a\nb"), /(?s:.)./.test("\nx"), /(?s:.)./.test("x\n"), /(?i-s:A.)/s.test("a\n")],
    shared: [{ ...date.exec("2024-05").groups }, { ...date.exec("05/2024").groups }],
    order: Object.keys(date.exec("05/2024").groups),
    referenced: [list(/(?:(?<q>')|(?<q>"))\w\k<q>/.exec("\"a'b\"c\"")), list(/(?:(?:(?<a>x)|(?<a>y))\k<a>)+/.exec("xxyyxy"))],
    replaced: ["05/2024".replace(date, "$<year>-$<month>"), "2024-05".replace(date, (...args) => args.at(-1).month)],
    escape: [RegExp.escape("a.b*c"), RegExp.escape("-x\n\u2028\ud83d")],
  };
}
//= result: {
//=   modifiers: [true, false, true, false, true, true, false, false],
//=   shared: [{ year: "2024", month: "05" }, { year: "2024", month: "05" }],
//=   order: ["year", "month"],
//=   referenced: [["\"c\"", "-", "\""], ["xxyy", "-", "y"]],
//=   replaced: ["2024-05", "05"],
//=   escape: ["\\x61\\.b\\*c", "\\x2dx\\n\\u2028\\ud83d"],
//= }
