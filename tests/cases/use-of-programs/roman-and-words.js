//! about = "Numbers as words and in Roman letters, and back."

const ROMAN = { M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 };
const toRoman = (n) => Object.entries(ROMAN).reduce((out, [s, v]) => { while (n >= v) { out += s; n -= v; } return out; }, "");
const fromRoman = (s) => [...s].reduce((sum, c, i) => sum + (ROMAN[c] < ROMAN[s[i + 1]] ? -ROMAN[c] : ROMAN[c]), 0);
const ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = ",,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety".split(",");
function words(n) {
  if (n < 20) return ONES[n];
  if (n < 100) return TENS[Math.trunc(n / 10)] + (n % 10 ? `-${ONES[n % 10]}` : "");
  for (const [value, name] of [[1e6, "million"], [1e3, "thousand"], [100, "hundred"]]) {
    if (n >= value) return `${words(Math.floor(n / value))} ${name}${n % value ? ` ${words(n % value)}` : ""}`;
  }
}
for (const n of [4, 19, 42, 1994, 2024]) console.log(n, toRoman(n), fromRoman(toRoman(n)) === n, words(n));
console.log(words(1002003));
//= result: undefined
//= console.log: 4 IV true four
//= console.log: 19 XIX true nineteen
//= console.log: 42 XLII true forty-two
//= console.log: 1994 MCMXCIV true one thousand nine hundred ninety-four
//= console.log: 2024 MMXXIV true two thousand twenty-four
//= console.log: one million two thousand three
