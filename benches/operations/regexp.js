//# regexp: test
const pattern = /^[a-z]+\d+$/;
//:
let n = 0; for (let i = 0; i < 200; i++) if (pattern.test("item" + i)) n++; result = n;
//# regexp: literal in a loop
let n = 0; for (let i = 0; i < 200; i++) if (/(\d+)-(\d+)/.test("10-" + i)) n++; result = n;
//# regexp: exec with groups
let n = 0; for (let i = 0; i < 200; i++) { const m = /(\d{4})-(\d\d)-(\d\d)/.exec("on 2024-05-17."); n += +m[2]; } result = n;
//# regexp: named groups
let n = 0; for (let i = 0; i < 100; i++) { const { year, month } = /(?<year>\d{4})-(?<month>\d\d)/.exec("2024-05").groups; n += year.length + month.length; } result = n;
//# regexp: match all words
const text = "the quick brown fox jumps over the lazy dog ".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.match(/\w+/g).length;
//# regexp: matchAll
const text = "a=1;b=22;c=333;".repeat(10);
//:
let n = 0; for (const m of text.matchAll(/(\w)=(\d+)/g)) n += m[2].length; result = n;
//# regexp: exec loop with lastIndex
const text = "a=1;b=22;c=333;".repeat(10);
//:
const pattern = /(\w)=(\d+)/g; let m, n = 0; while ((m = pattern.exec(text))) n += m.index; result = n;
//# regexp: replace with text
const text = "the quick brown fox jumps over the lazy dog ".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.replace(/o/g, "0").length;
//# regexp: replace with groups
const text = "John Smith, Jane Doe, ".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.replace(/(\w+) (\w+)/g, "$2 $1").length;
//# regexp: replace with a function
const text = "camel-case-words-here ".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.replace(/-(\w)/g, (_, c) => c.toUpperCase()).length;
//# regexp: split
const text = "a, b;c  d,e; f".repeat(10);
//:
for (let i = 0; i < 5; i++) result = text.split(/[,;]\s*|\s+/).length;
//# regexp: search
const text = "lorem ipsum dolor sit amet ".repeat(20) + "42";
//:
let n = 0; for (let i = 0; i < 10; i++) n += text.search(/\d/); result = n;
//# regexp: alternation
const text = "the cat and the dog and the bird ".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.match(/cat|dog|bird/g).length;
//# regexp: ignoring case
const text = "The Cat and THE DOG ".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.match(/the/gi).length;
//# regexp: lookahead, lookbehind
const text = "price $100, cost $250 ".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.match(/(?<=\$)\d+(?=,)/g).length;
//# regexp: lazy
const text = "<b>one</b><i>two</i>".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.match(/<.+?>/g).length;
//# regexp: back reference
const text = "hello book keeper letter ".repeat(5);
//:
for (let i = 0; i < 3; i++) result = text.match(/(\w)\1/g).length;
//# regexp: unicode classes
const text = "größe über straße 😀 ".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.match(/\p{L}+/gu).length;
//# regexp: sticky
const text = "12+34*56".repeat(10);
//:
const pattern = /\d+|[+*]/y; let n = 0; while (pattern.test(text)) n++; result = n;
//# regexp: new RegExp
let n = 0; for (let i = 0; i < 50; i++) if (new RegExp("a" + (i % 5) + "+", "i").test("xA3")) n++; result = n;
//# regexp: multiline
const text = "key: value\nother: thing\n# note\n".repeat(10);
//:
for (let i = 0; i < 3; i++) result = text.match(/^\w+:/gm).length;
//# regexp: e-mail
const pattern = /^[\w.+-]+@[\w-]+\.[\w.-]+$/;
//:
let n = 0; for (let i = 0; i < 100; i++) if (pattern.test("some.name+tag@mail.example.com")) n++; result = n;
//# regexp: trim by pattern
let n = 0; for (let i = 0; i < 100; i++) n += "   some text   ".replace(/^\s+|\s+$/g, "").length; result = n;
