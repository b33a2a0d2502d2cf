//! # What `RegExp.$1` and its like say of the last match, whichever method made it.
() => {
  const said = () => [RegExp.input, RegExp.lastMatch, RegExp.lastParen, RegExp.leftContext, RegExp.rightContext, RegExp.$1, RegExp.$2, RegExp.$9].join("|");
  const log = {};
  log.before = said();
  /(b)(c)?/.exec("abd");
  log.exec = said();
  log.short = [RegExp.$_, RegExp["$&"], RegExp["$+"], RegExp["$`"], RegExp["$'"]];
  /z/.test("abd");
  log.notFound = said();
  RegExp.input = 5;
  RegExp.$1 = "ignored";
  log.set = [said(), typeof RegExp.input];
  /\d(\d)/.test("x12");
  log.test = said();
  "a,b;c".search(/[;](c)/);
  log.search = said();
  "a1b2c".match(/\d(.)/g);
  log.match = said();
  for (const _ of "a1b2c".matchAll(/\d(.)/g)) { log.matchAll = said(); break; }
  "a1b2c".split(/(\d)/);
  log.split = said();
  "a1b2c".split(/(\d)/, 1);
  log.splitLimited = said();
  "ab".split(/(?:)/);
  log.splitEmpty = said();
  log.inCallback = [];
  "xayaz".replace(/(a)(.)/g, () => { log.inCallback.push(said()); return ""; });
  "xayaz".replace(/(a)(.)/, () => { log.inCallback.push(said()); /(q)/.test("q"); return ""; });
  log.afterCallback = said();
  "xay".replace(/(a)/, "[$1]");
  log.replace = said();
  class Own extends RegExp { exec(text) { return super.exec(`${text}!`); } }
  "qqcd".replace(new Own("(c)"), "[$1]");
  log.heir = [said(), Own.$1];
  class Fake extends RegExp { exec() { const found = ["fake", "group"]; found.index = 0; return found; } }
  "qqcd".replace(new Fake("(d)"), "[$1]");
  log.fake = said();
  /(1)(2)(3)(4)(5)(6)(7)(8)(9)(0)(a)/.exec("1234567890a");
  log.many = said();
  const changed = /(y)/;
  changed.exec("xyz");
  changed.compile("q");
  "abc".replaceAll("b", "x").split("x").indexOf("a");
  log.compiled = said();
  /(\u{1f600})./u.exec("a\u{1f600}b");
  log.pair = said();
  const accessors = ["input", "$_", "lastMatch", "$&", "$1", "$9"].map((name) => {
    const { get, set, enumerable, configurable } = Object.getOwnPropertyDescriptor(RegExp, name);
    return [get.name, get.length, set.name, set.length, enumerable, configurable];
  });
  return { log, accessors, own: Object.hasOwn(RegExp.prototype, "lastIndex") };
}
//= result: {
//=   log: {
//=     before: "|||||||",
//=     exec: "abd|b||a|d|b||",
//=     short: ["abd", "b", "", "a", "d"],
//=     notFound: "abd|b||a|d|b||",
//=     set: ["5|b||a|d|b||", "string"],
//=     test: "x12|12|2|x||2||",
//=     search: "a,b;c|;c|c|a,b||c||",
//=     match: "a1b2c|2c|c|a1b||c||",
//=     matchAll: "a1b2c|1b|b|a|2c|b||",
//=     split: "a1b2c|2|2|a1b|c|2||",
//=     splitLimited: "a1b2c|1|1|a|b2c|1||",
//=     splitEmpty: "ab|||a|b|||",
//=     inCallback: ["xayaz|az|z|xay||a|z|", "xayaz|az|z|xay||a|z|", "xayaz|ay|y|x|az|a|y|"],
//=     afterCallback: "q|q|q|||q||",
//=     replace: "xay|a|a|x|y|a||",
//=     heir: ["qqcd!|c|c|qq|d!|c||", "c"],
//=     fake: "qqcd!|c|c|qq|d!|c||",
//=     many: "1234567890a|1234567890a|a|||1|2|9",
//=     compiled: "xyz|y|y|x|z|y||",
//=     pair: "a😀b|😀b|😀|a||😀||",
//=   },
//=   accessors: [
//=     ["get input", 0, "set input", 1, false, true],
//=     ["get $_", 0, "set $_", 1, false, true],
//=     ["get lastMatch", 0, "set lastMatch", 1, false, true],
//=     ["get $&", 0, "set $&", 1, false, true],
//=     ["get $1", 0, "set $1", 1, false, true],
//=     ["get $9", 0, "set $9", 1, false, true],
//=   ],
//=   own: false,
//= }
