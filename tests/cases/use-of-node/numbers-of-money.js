//! about = "Sums of money with BigInt, rounding to even, and splits without a lost cent."
//! [files]
//! "/sums.txt" = "0.1\n0.2\n1234567890123456.78\n-0.005\n2.675\n1e3\n"

const fs = require("fs");

const parse = (text, scale = 3n) => {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e(\d+))?$/.exec(text);
  const [, sign, whole, fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).padEnd(whole.length + Math.max(fraction.length, Number(exponent)), "0");
  const shift = BigInt(Math.max(fraction.length - Number(exponent), 0));
  let value = BigInt(digits) * 10n ** (scale - shift);
  return sign ? -value : value;
};
const show = (value, scale = 3) => {
  const text = (value < 0n ? -value : value).toString().padStart(scale + 1, "0");
  return `${value < 0n ? "-" : ""}${text.slice(0, -scale)}.${text.slice(-scale)}`;
};
const half = (value, divisor) => {
  const q = value / divisor, r = value % divisor, twice = (r < 0n ? -r : r) * 2n;
  return q + (twice > divisor || (twice === divisor && q % 2n !== 0n) ? (value < 0n ? -1n : 1n) : 0n);
};
const sums = fs.readFileSync("/sums.txt", "utf8").trim().split("\n").map((t) => parse(t));
console.log(sums, show(sums.reduce((a, b) => a + b, 0n)));
console.log(sums.map((s) => show(half(s, 10n), 2)), sums.map(Number), BigInt.asUintN(8, -1n), BigInt.asIntN(64, 2n ** 63n), (2n ** 64n).toLocaleString("en-US"));
const split = (total, parts) => Array.from({ length: parts }, (_, i) => (total + BigInt(parts - 1 - i)) / BigInt(parts));
console.log(split(1000n, 3).map((x) => show(x, 2)), split(100n, 7).reduce((a, b) => a + b), 7n / -2n, -7n % 3n, 5n > 4, 2n == 2, typeof 1n, 10n ** 20n, BigInt("0xff"), BigInt(Number.MAX_SAFE_INTEGER) + 2n);
console.log(0.1 + 0.2, (1.005).toFixed(2), (2.675).toFixed(2), (1234.5678).toFixed(1), (0.000001).toString(), 1e-7, 1 / 3, 123456789012345680000, 2 ** 53 + 1, Number.EPSILON > 0, Math.round(-0.5), Math.round(2.5), (25).toPrecision(1), (0).toFixed(2), Number("1_000"), Number(""), Number(" 12 "), parseFloat("3.14abc"), +[], +{}, Math.max(), (-1.5).toFixed(0), (1e21).toFixed(2), 0.1 * 3);
try { 1n + 1; } catch (e) { console.log(e.message); }
try { BigInt("1.5"); } catch (e) { console.log(e.name, e.message); }
try { Math.max(1n); } catch (e) { console.log(e.message); }
//= result: undefined
//= console.log: [ 100n, 200n, 1234567890123456780n, -5n, 2675n, 1000000n ] 1234567890124459.750
//= console.log: [ '0.10', '0.20', '1234567890123456.78', '0.00', '2.68', '1000.00' ] [ 100, 200, 1234567890123456800, -5, 2675, 1000000 ] 255n -9223372036854775808n 18,446,744,073,709,551,616
//= console.log: [ '3.34', '3.33', '3.33' ] 100n -3n -1n true true bigint 100000000000000000000n 255n 9007199254740993n
//= console.log: 0.30000000000000004 1.00 2.67 1234.6 0.000001 1e-7 0.3333333333333333 123456789012345680000 9007199254740992 true -0 3 3e+1 0.00 NaN 0 12 3.14 0 NaN -Infinity -2 1e+21 0.30000000000000004
//= console.log: Cannot mix BigInt and other types, use explicit conversions
//= console.log: SyntaxError Cannot convert 1.5 to a BigInt
//= console.log: Cannot convert a BigInt value to a number
