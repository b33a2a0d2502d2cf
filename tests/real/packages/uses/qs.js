import qs from "qs";

export default () => ({
  parsed: ["a=b&c=d", "foo[bar][baz]=x", "a[]=b&a[]=c", "a[1]=b&a[0]=c&a[20]=z&a[21]=y", "a.b=c", "a=%82%B1&b=%20+", "a[b]=1&a=2", "x[y][0][z]=1&x[y][0][w]=2", "?a", "a=1;b=2"].map((text) => qs.parse(text, { ignoreQueryPrefix: true })),
  options: [qs.parse("a.b.c=1", { allowDots: true }), qs.parse("a;b=c", { delimiter: ";", strictNullHandling: true }), qs.parse("a=1,2", { comma: true }), qs.parse("a[b][c][d]=1", { depth: 1 }), qs.parse("a=x", { decoder: (text, decode) => decode(text).toUpperCase() }), qs.parse("a=1&a=2", { duplicates: "last" })],
  made: [{ a: { b: [1, { c: "d e" }] } }, { a: null, b: undefined, c: "" }, { d: new Date(0) }, { "ü&": "=" }, { f: [[], {}] }].map((value) => qs.stringify(value)),
  formats: ["indices", "brackets", "repeat", "comma"].map((arrayFormat) => qs.stringify({ a: ["b", "c"] }, { arrayFormat, encode: false })),
  more: [qs.stringify({ a: 1, b: 2, c: 3 }, { filter: ["a", "c"], addQueryPrefix: true }), qs.stringify({ z: 1, a: { y: 1, b: 2 } }, { sort: (a, b) => a.localeCompare(b), allowDots: true }), qs.stringify({ a: " b" }, { format: "RFC1738" }), qs.stringify({ a: null }, { skipNulls: true })],
  proto: qs.parse("__proto__[x]=1&hasOwnProperty=2&a[hasOwnProperty]=3"),
  error: (() => { const value = {}; value.self = value; try { return qs.stringify(value); } catch (error) { return [error.name, error.message]; } })(),
});
