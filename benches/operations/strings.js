//# string: += one character
let s = ""; for (let i = 0; i < 1000; i++) s += "x"; result = s.length;
//# string: += number
let s = ""; for (let i = 0; i < 500; i++) s += i; result = s.length;
//# string: concat of short parts
let n = 0; for (let i = 0; i < 500; i++) { const s = "a" + i + "b"; n += s.length; } result = n;
//# string: prepend
let s = ""; for (let i = 0; i < 200; i++) s = "x" + s; result = s.length;
//# string: template
let n = 0; for (let i = 0; i < 500; i++) n += `item ${i} of ${n}`.length; result = n;
//# string: tagged template
const tag = (parts, ...values) => parts[0] + values[0] + parts[1];
//:
let n = 0; for (let i = 0; i < 300; i++) n += tag`a${i}b`.length; result = n;
//# string: String.raw
let n = 0; for (let i = 0; i < 200; i++) n += String.raw`a\n${i}`.length; result = n;
//# string: compare equal
const a = "the quick brown fox" + 1, b = "the quick brown fox" + 1;
//:
let n = 0; for (let i = 0; i < 1000; i++) if (a === b) n++; result = n;
//# string: compare unequal
const words = ["apple", "banana", "cherry", "date"];
//:
let n = 0; for (let i = 0; i < 1000; i++) if (words[i & 3] === "cherry") n++; result = n;
//# string: compare order
const words = ["apple", "banana", "cherry", "date"];
//:
let n = 0; for (let i = 0; i < 1000; i++) if (words[i & 3] < "cherry") n++; result = n;
//# string: index
const text = "the quick brown fox jumps over the lazy dog";
//:
let n = 0; for (let i = 0; i < 1000; i++) if (text[i % 43] === "o") n++; result = n;
//# string: charCodeAt
const text = "the quick brown fox jumps over the lazy dog".repeat(20);
//:
let n = 0; for (let i = 0; i < text.length; i++) n += text.charCodeAt(i); result = n;
//# string: codePointAt, at, charAt
const text = "the quick brown fox jumps over the lazy dog";
//:
let n = 0; for (let i = 0; i < 400; i++) { n += text.codePointAt(i % 43); if (text.charAt(i % 43) === "o") n++; if (text.at(-1) === "g") n++; } result = n;
//# string: fromCharCode
let s = 0; for (let i = 0; i < 500; i++) s += String.fromCharCode(65 + i % 26).length; result = s;
//# string: fromCharCode of a spread array
const codes = Array.from({ length: 500 }, (_, i) => 65 + i % 26);
//:
for (let i = 0; i < 10; i++) result = String.fromCharCode(...codes).length;
//# string: fromCharCode.apply
const codes = Array.from({ length: 500 }, (_, i) => 65 + i % 26);
//:
for (let i = 0; i < 10; i++) result = String.fromCharCode.apply(null, codes).length;
//# string: fromCodePoint
let s = 0; for (let i = 0; i < 300; i++) s += String.fromCodePoint(0x1f600 + i % 26).length; result = s;
//# string: indexOf
const text = "lorem ipsum dolor sit amet ".repeat(40) + "needle";
//:
let n = 0; for (let i = 0; i < 50; i++) n += text.indexOf("needle"); result = n;
//# string: lastIndexOf
const text = "needle" + "lorem ipsum dolor sit amet ".repeat(40);
//:
let n = 0; for (let i = 0; i < 50; i++) n += text.lastIndexOf("needle") + 1; result = n;
//# string: includes, startsWith, endsWith
const text = "lorem ipsum dolor sit amet";
//:
let n = 0; for (let i = 0; i < 300; i++) { if (text.includes("dolor")) n++; if (text.startsWith("lorem")) n++; if (text.endsWith("amet")) n++; } result = n;
//# string: slice, substring, substr
const text = "lorem ipsum dolor sit amet";
//:
let n = 0; for (let i = 0; i < 300; i++) n += text.slice(2, 9).length + text.substring(i % 10, 20).length + text.substr(-4, 2).length; result = n;
//# string: split by comma
const text = Array.from({ length: 100 }, (_, i) => "field" + i).join(",");
//:
let n = 0; for (let i = 0; i < 10; i++) n += text.split(",").length; result = n;
//# string: split into characters
const text = "the quick brown fox jumps over the lazy dog".repeat(5);
//:
let n = 0; for (let i = 0; i < 10; i++) n += text.split("").length; result = n;
//# string: spread into characters
const text = "the quick brown fox jumps over the lazy dog".repeat(5);
//:
let n = 0; for (let i = 0; i < 10; i++) n += [...text].length; result = n;
//# string: for of
const text = "the quick brown fox jumps over the lazy dog".repeat(5);
//:
let n = 0; for (let i = 0; i < 5; i++) for (const c of text) if (c === "o") n++; result = n;
//# string: for of beyond ASCII
const text = "größe über 😀 straße ".repeat(10);
//:
let n = 0; for (let i = 0; i < 5; i++) for (const c of text) n += c.length; result = n;
//# string: join
const parts = Array.from({ length: 200 }, (_, i) => "part" + i);
//:
let n = 0; for (let i = 0; i < 10; i++) n += parts.join(", ").length; result = n;
//# string: join numbers
const parts = Array.from({ length: 200 }, (_, i) => i * 3);
//:
let n = 0; for (let i = 0; i < 10; i++) n += parts.join().length; result = n;
//# string: replace, replaceAll of text
const text = "lorem ipsum dolor sit amet ".repeat(20);
//:
let n = 0; for (let i = 0; i < 20; i++) n += text.replace("dolor", "x").length + text.replaceAll("amet", "y").length; result = n;
//# string: upper and lower case
const text = "Lorem Ipsum Dolor".repeat(5);
//:
let n = 0; for (let i = 0; i < 100; i++) n += text.toUpperCase().length + text.toLowerCase().length; result = n;
//# string: trim
let n = 0; for (let i = 0; i < 500; i++) n += "  hello ".trim().length + " x".trimStart().length + "y ".trimEnd().length; result = n;
//# string: padStart, padEnd
let n = 0; for (let i = 0; i < 300; i++) n += String(i).padStart(8, "0").length + "ab".padEnd(10).length; result = n;
//# string: repeat
let n = 0; for (let i = 0; i < 300; i++) n += "abc".repeat(i % 50).length; result = n;
//# string: localeCompare
const words = ["apple", "banana", "cherry", "date"];
//:
let n = 0; for (let i = 0; i < 100; i++) if (words[i & 3].localeCompare("cherry") < 0) n++; result = n;
//# string: normalize
let n = 0; for (let i = 0; i < 100; i++) n += "éa\u0301".normalize("NFC").length; result = n;
//# string: reverse words
const text = "the quick brown fox jumps over the lazy dog";
//:
for (let i = 0; i < 50; i++) result = text.split(" ").reverse().join(" ");
//# string: palindrome
const is = (s) => { for (let i = 0, j = s.length - 1; i < j; i++, j--) if (s[i] !== s[j]) return false; return true; };
//:
let n = 0; for (let i = 0; i < 30; i++) if (is("amanaplanacanalpanama")) n++; result = n;
//# string: character counts in an object
const text = "the quick brown fox jumps over the lazy dog".repeat(5);
//:
const counts = {}; for (let i = 0; i < text.length; i++) { const c = text[i]; counts[c] = (counts[c] || 0) + 1; } result = counts.o;
//# string: character counts in a Map
const text = "the quick brown fox jumps over the lazy dog".repeat(5);
//:
const counts = new Map(); for (const c of text) counts.set(c, (counts.get(c) ?? 0) + 1); result = counts.get("o");
//# string: tokenizer
const text = "let x1 = foo(12 + y) * 3.5; // end".repeat(5);
//:
let n = 0, i = 0;
while (i < text.length) { const c = text.charCodeAt(i); if (c >= 97 && c <= 122) { while (i < text.length && /\w/.test(text[i])) i++; n++; } else if (c >= 48 && c <= 57) { while (text[i] >= "0" && text[i] <= "9") i++; n += 2; } else i++; }
result = n;
//# string: Levenshtein distance
const distance = (a, b) => { let row = Array.from({ length: b.length + 1 }, (_, i) => i); for (let i = 1; i <= a.length; i++) { const next = [i]; for (let j = 1; j <= b.length; j++) next[j] = a[i - 1] === b[j - 1] ? row[j - 1] : 1 + Math.min(row[j - 1], row[j], next[j - 1]); row = next; } return row[b.length]; };
//:
result = distance("kitten sitting on the dock", "sitting kitten on a clock");
//# string: encodeURIComponent, decodeURIComponent
let n = 0; for (let i = 0; i < 100; i++) n += decodeURIComponent(encodeURIComponent("a b&c=ü/" + i)).length; result = n;
//# string: escape in HTML
const text = "<a href=\"x\">Tom & Jerry</a> ".repeat(10);
//:
for (let i = 0; i < 5; i++) result = text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]).length;
//# string: comparison of numbers in texts
let n = 0; for (let i = 0; i < 500; i++) if ("10" == i) n++; result = n;
//# string: property length
const text = "hello";
//:
let n = 0; for (let i = 0; i < 1000; i++) n += text.length; result = n;
//# string: isWellFormed, concat
let n = 0; for (let i = 0; i < 200; i++) { if ("abc".isWellFormed()) n++; n += "a".concat("b", i).length; } result = n;
