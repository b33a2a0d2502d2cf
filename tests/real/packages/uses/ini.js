import { decode, encode, parse, safe, stringify, unsafe } from "ini";

const text = "; note\nscope = global\n\n[database]\nuser=db user ; trailing\npassword = \"a;b\"\nempty=\nflag\n[paths.default]\nlist[]=first\nlist[]= second\n# x\nn = 12\ntrue = false\n[esc\\.dot.deep]\n__proto__ = 1\nq='single'\n";

export default () => ({
  parsed: parse(text),
  made: [stringify({ a: 1, s: { b: [1, "two"], c: { d: null, e: "x;y" } } }), encode({ a: { b: "c" } }, { section: "top", whitespace: true }), stringify({ z: { b: 1, a: 2 } }, { sort: true, align: true, newline: true }), stringify({ l: ["x"] }, { bracketedArray: false })],
  again: JSON.stringify(decode(encode({ x: { y: ["1", "2"], z: "=" } }))),
  safe: ["a;b", "\"q\"", " space ", "[x]", "plain", "12"].map((value) => [safe(value), unsafe(safe(value))]),
  unbracketed: parse("a=1\na=2\nb[]=3", { bracketedArray: false }),
});
