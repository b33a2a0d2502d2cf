//! # Every kind of step that a regular expression takes: runs, loops, groups, places, and where it begins.
async () => {
  const log = [];
  // The same search in text of one byte a character and in text that has a wider one behind.
  const all = (pattern, text) => {
    const find = (input) => [...input.matchAll(new RegExp(pattern.source, pattern.flags.includes("g") ? pattern.flags : pattern.flags + "g"))]
      .filter((match) => match.index <= text.length)
      .map((match) => [match.index, ...match].map((part) => part === undefined ? "-" : part).join(","))
      .join(" ");
    const found = find(text);
    const wide = find(text + "\n\u{20ac}");
    log.push(pattern + ": " + found + (pattern.source.includes("$") || found === wide ? "" : " but wide " + wide));
  };

  // Characters, pairs and words of them, and where the text ends in their middle.
  for (const pattern of [/a/, /ab/, /abc/, /abcd/, /abcde/, /abcdefg/, /bcdefghi/]) all(pattern, "abcdefgabcdefghiabc");

  // Runs, greedy and lazy, bounded and not, with what follows known or not.
  all(/a+b/, "aaab aab b");
  all(/\w+x/, "wxyxz xx x1");
  all(/\w+?x/, "wxyxz xx x1");
  all(/\w{2,3}/, "a bc def ghij");
  all(/\w{2,3}?/, "a bc def ghij");
  all(/\w{3}-?/, "ab-cd abc-defg");
  all(/[a-f]+[e-k]/, "abcdefghi fe ee");
  all(/[a-f]+?[e-k]/, "abcdefghi fe ee");
  all(/".*?"/, "say \"a\" and \"b");
  all(/"[^"]*"/, "say \"a\" and \"b");
  all(/.*,/, "a,b,c\nd,e\n\nf");
  all(/\d*/, "1a22");
  all(/x*?$/, "xxx");
  all(/\s+$/, "a  b  ");
  all(/[^]+z|b{0}c/, "abz\ncz c");
  all(/a{2,}?b|a{3}/, "aab aaaa ab");
  all(/(\w+)\s(\w+)/, "one two three four");
  all(/[]|[^]/, "a\n");

  // Loops over more than a character, nested, lazy, empty, and groups that start anew in each pass.
  all(/(?:ab)+/, "ababa abab");
  all(/(?:ab){2}/, "ababab");
  all(/(?:ab|a|bc){2}$/, "abc");
  all(/^(?:(?:ab|a|bc){2}d?)*$/, "abcdaab");
  all(/(?:(?:a|ab){1,2}?c?)+b/, "abcabab");
  all(/(a*)*/, "aab");
  all(/(a*)+b/, "aab b");
  all(/(a*?)*?b/, "aab");
  all(/(?:a?){3}a{3}/, "aaaa");
  all(/(?:a|b??)*c/, "abac");
  all(/(z)((a+)?(b+)?(c))*/, "zaacbbbcac");
  all(/(?:(a)|(b)|(c))+/, "abcab");
  all(/(?:(\d)(?:(x)|y){0,2})+/, "1x2yx3");
  all(/((?:){2,3}| ){0,1}?((?:b|\.{0,2}){2,3}(x){0,1}?\W){3}/, "b.b. b..\n b");
  all(/(?:(?:a{0,2}){2}b)*?c/, "aabaabc");

  // Alternatives and named groups.
  all(/cat|category|dog/, "category dogcat");
  all(/(?:a|ab)(?:c|bcd)(d*)/, "abcd");
  all(/(?<year>\d{4})-(?<month>\d\d)|(?<none>none)/, "2026-01 none 202-11");
  all(/|a/, "a");

  // Places.
  all(/^a|b$/, "ab\nab");
  all(/^a|b$/m, "ab\nab\rab");
  all(/^/m, "a\n\nb");
  all(/$/m, "a\n\nb");
  all(/\b\w/, "one two_3 \u{e9}t");
  all(/\B./, "one tw");
  all(/\b[a-z]+ing\b/, "sing ing singing kings-ing");
  all(/\w+\b./, "ab cd.");
  all(/a\Bb\b/, "ab abc");

  // Case, characters above 127, and what is not in the text's range.
  all(/HeLLo/i, "hello HELLO");
  all(/[a-f]+/i, "xABcdEFg");
  all(/\xe9+/i, "\u{e9}\u{c9}e");
  all(/\xff|\xb5/i, "\xff\xb5y");
  all(/k\u{17f}?/iu, "Kk s");
  all(/[^\w]+/, "a\u{e9}\xff b");
  all(/[\xe0-\xff]/, "\u{e9}e\xff");
  all(/[a\u{20ac}]+|\u{20ac}/, "aa b");
  all(/a.c/, "a\nc a\rc abc");
  all(/a.c/s, "a\nc a\rc abc");
  all(/./u, "\u{e9}a");

  // Where a search begins.
  const from = (pattern, text, index) => {
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    return [match && match.index, pattern.lastIndex].join();
  };
  log.push([0, 1, 2, 3, 4, 5, 6].map((index) => from(/ab?/g, "xabxa", index)).join(" "));
  log.push([0, 1, 2, 3, 4, 5, 6].map((index) => from(/ab?/y, "xabxa", index)).join(" "));
  log.push([0, 1, 2, 3].map((index) => from(/^b|$/gm, "a\nb", index)).join(" "));
  log.push([0, 1, 2].map((index) => from(/\bb/y, "ab", index)).join(" "));

  // More than a stretch: long runs, long words, many entries.
  const long = "ab".repeat(3000);
  log.push([
    /a*b/.exec("a".repeat(5000) + "b")[0].length,
    /a*?b/.exec("a".repeat(5000) + "b")[0].length,
    /.*x/.exec("a".repeat(5000) + "x" + "b".repeat(5000))[0].length,
    /.*?x.*?y/.test("a".repeat(5000) + "x" + "b".repeat(5000)),
    /[ab]+c|Z/.exec(long + "Z").index,
    /(?:ab|ba)*$/.exec(long)[0].length,
    /(?:(a)|b)*?$/.exec(long)[0].length,
    /a{4000}/.exec("a".repeat(3999) + "b" + "a".repeat(4001)).index,
    /\w{3,}?9/.exec("a".repeat(3000) + " abc9").index,
    new RegExp(long).exec("b" + long).index,
    new RegExp(long + "c").test(long),
    /q/.exec("x".repeat(70001) + "q").index,
    /[qr]/.exec("x".repeat(70001) + "r").index,
  ].join());

  // A search in the middle of another one by the same expression.
  const same = /(\w)(\d)/g;
  log.push("a1 b2".replace(same, (...parts) => parts[1] + "c3".replace(same, "<$2$1>")));
  log.push([..."a1 b2".matchAll(same)].map((match) => match[1] + "d4".match(same)).join());
  return log;
}

//= result: [
//=   "/a/: 0,a 7,a 16,a",
//=   "/ab/: 0,ab 7,ab 16,ab",
//=   "/abc/: 0,abc 7,abc 16,abc",
//=   "/abcd/: 0,abcd 7,abcd",
//=   "/abcde/: 0,abcde 7,abcde",
//=   "/abcdefg/: 0,abcdefg 7,abcdefg",
//=   "/bcdefghi/: 8,bcdefghi",
//=   "/a+b/: 0,aaab 5,aab",
//=   "/\\w+x/: 0,wxyx 6,xx",
//=   "/\\w+?x/: 0,wx 2,yx 6,xx",
//=   "/\\w{2,3}/: 2,bc 5,def 9,ghi",
//=   "/\\w{2,3}?/: 2,bc 5,de 9,gh 11,ij",
//=   "/\\w{3}-?/: 6,abc- 10,def",
//=   "/[a-f]+[e-k]/: 0,abcdefg 10,fe 13,ee",
//=   "/[a-f]+?[e-k]/: 0,abcde 5,fg 10,fe 13,ee",
//=   "/\".*?\"/: 4,\"a\"",
//=   "/\"[^\"]*\"/: 4,\"a\"",
//=   "/.*,/: 0,a,b, 6,d,",
//=   "/\\d*/: 0,1 1, 2,22 4,",
//=   "/x*?$/: 0,xxx 3,",
//=   "/\\s+$/: 4,  ",
//=   "/[^]+z|b{0}c/: 0,abz\ncz 7,c",
//=   "/a{2,}?b|a{3}/: 0,aab 4,aaa",
//=   "/(\\w+)\\s(\\w+)/: 0,one two,one,two 8,three four,three,four",
//=   "/[]|[^]/: 0,a 1,\n but wide 0,a 1,\n 2,\n",
//=   "/(?:ab)+/: 0,abab 6,abab",
//=   "/(?:ab){2}/: 0,abab",
//=   "/(?:ab|a|bc){2}$/: 0,abc",
//=   "/^(?:(?:ab|a|bc){2}d?)*$/: 0,abcdaab",
//=   "/(?:(?:a|ab){1,2}?c?)+b/: 0,ab 3,ab 5,ab",
//=   "/(a*)*/: 0,aa,aa 2,,- 3,,-",
//=   "/(a*)+b/: 0,aab,aa 4,b,",
//=   "/(a*?)*?b/: 0,aab,a",
//=   "/(?:a?){3}a{3}/: 0,aaaa",
//=   "/(?:a|b??)*c/: 0,abac",
//=   "/(z)((a+)?(b+)?(c))*/: 0,zaacbbbcac,z,ac,a,-,c",
//=   "/(?:(a)|(b)|(c))+/: 0,abcab,-,b,-",
//=   "/(?:(\\d)(?:(x)|y){0,2})+/: 0,1x2yx3,3,-",
//=   "/((?:){2,3}| ){0,1}?((?:b|\\.{0,2}){2,3}(x){0,1}?\\W){3}/: 0,b.b. b..\n,-,b..\n,- but wide 0,b.b. b..\n,-,b..\n,- 9, b\n€,-,€,-",
//=   "/(?:(?:a{0,2}){2}b)*?c/: 0,aabaabc",
//=   "/cat|category|dog/: 0,cat 9,dog 12,cat",
//=   "/(?:a|ab)(?:c|bcd)(d*)/: 0,abcd,",
//=   "/(?<year>\\d{4})-(?<month>\\d\\d)|(?<none>none)/: 0,2026-01,2026,01,- 8,none,-,-,none",
//=   "/|a/: 0, 1,",
//=   "/^a|b$/: 0,a 4,b",
//=   "/^a|b$/m: 0,a 1,b 3,a 4,b 6,a 7,b",
//=   "/^/m: 0, 2, 3,",
//=   "/$/m: 1, 2, 4,",
//=   "/\\b\\w/: 0,o 4,t 11,t",
//=   "/\\B./: 1,n 2,e 5,w",
//=   "/\\b[a-z]+ing\\b/: 0,sing 9,singing",
//=   "/\\w+\\b./: 0,ab  3,cd.",
//=   "/a\\Bb\\b/: 0,ab",
//=   "/HeLLo/i: 0,hello 6,HELLO",
//=   "/[a-f]+/i: 1,ABcdEF",
//=   "/\\xe9+/i: 0,éÉ",
//=   "/\\xff|\\xb5/i: 0,ÿ 1,µ",
//=   "/k\\u{17f}?/iu: 0,K 1,k",
//=   "/[^\\w]+/: 1,éÿ  but wide 1,éÿ  5,\n€",
//=   "/[\\xe0-\\xff]/: 0,é 2,ÿ",
//=   "/[a\\u{20ac}]+|\\u{20ac}/: 0,aa",
//=   "/a.c/: 8,abc",
//=   "/a.c/s: 0,a\nc 4,a\rc 8,abc",
//=   "/./u: 0,é 1,a",
//=   "1,3 1,3 4,5 4,5 4,5 ,0 ,0",
//=   ",0 1,3 ,0 ,0 4,5 ,0 ,0",
//=   "1,1 1,1 2,3 3,3",
//=   ",0 ,0 ,0",
//=   "5001,5001,5001,false,6000,6000,6000,4000,3001,1,false,70001,70001",
//=   "a<3c> b<3c>",
//=   "ad4,bd4",
//= ]
