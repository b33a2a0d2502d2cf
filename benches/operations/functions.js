//# call: arrow function
const add = (a, b) => a + b;
//:
let s = 0; for (let i = 0; i < 1000; i++) s = add(s, i); result = s;
//# call: function declaration
function add(a, b) { return a + b; }
//:
let s = 0; for (let i = 0; i < 1000; i++) s = add(s, i); result = s;
//# call: fibonacci
const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2));
//:
result = fib(15);
//# call: Ackermann
const ack = (m, n) => (m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)));
//:
result = ack(2, 6);
//# call: towers of Hanoi
const hanoi = (n, a, b, c) => (n === 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a));
//:
result = hanoi(9, "a", "b", "c");
//# call: mutual recursion
const even = (n) => n === 0 || odd(n - 1), odd = (n) => n !== 0 && even(n - 1);
//:
let n = 0; for (let i = 0; i < 20; i++) if (even(i * 3)) n++; result = n;
//# call: too few and too many arguments
const f = (a, b, c) => (c === undefined ? a : c);
//:
let s = 0; for (let i = 0; i < 500; i++) s += f(i) + f(i, 1, 2, 3, 4); result = s;
//# call: default parameters
const f = (a, b = 2, c = a + b) => a + b + c;
//:
let s = 0; for (let i = 0; i < 500; i++) s += f(i) + f(i, 1); result = s;
//# call: rest parameters
const f = (...args) => args.length + args[0];
//:
let s = 0; for (let i = 0; i < 500; i++) s += f(i, 1, 2); result = s;
//# call: spread arguments
const f = (a, b, c) => a + b + c, args = [1, 2, 3];
//:
let s = 0; for (let i = 0; i < 500; i++) s += f(...args); result = s;
//# call: arguments
function f() { let s = 0; for (let i = 0; i < arguments.length; i++) s += arguments[i]; return s; }
//:
let s = 0; for (let i = 0; i < 300; i++) s += f(i, 1, 2); result = s;
//# call: destructured parameters
const f = ({ a, b = 2 }, [c]) => a + b + c, o = { a: 1 }, list = [3];
//:
let s = 0; for (let i = 0; i < 300; i++) s += f(o, list); result = s;
//# call: object of options
const f = ({ width = 1, height = 2, depth = 3 } = {}) => width * height * depth;
//:
let s = 0; for (let i = 0; i < 300; i++) s += f({ width: i }) + f(); result = s;
//# call: call, apply
function f(a, b) { return this.n + a + b; } const o = { n: 1 };
//:
let s = 0; for (let i = 0; i < 300; i++) s += f.call(o, i, 1) + f.apply(o, [i, 2]); result = s;
//# call: bind
function f(a, b) { return this.n + a + b; } const g = f.bind({ n: 1 }, 2);
//:
let s = 0; for (let i = 0; i < 500; i++) s += g(i); result = s;
//# call: making bound functions
function f(a, b) { return a + b; }
//:
let s = 0; for (let i = 0; i < 200; i++) s += f.bind(null, i)(1); result = s;
//# call: immediately invoked
let s = 0; for (let i = 0; i < 500; i++) s += (() => i)() + (function (x) { return x; })(1); result = s;
//# call: currying
const add = (a) => (b) => (c) => a + b + c;
//:
let s = 0; for (let i = 0; i < 300; i++) s += add(i)(1)(2); result = s;
//# call: compose
const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x), f = compose((x) => x + 1, (x) => x * 2, (x) => x - 3);
//:
let s = 0; for (let i = 0; i < 100; i++) s += f(i); result = s;
//# call: memoise
const memo = (f) => { const seen = new Map(); return (x) => { if (!seen.has(x)) seen.set(x, f(x)); return seen.get(x); }; };
//:
const fib = memo((n) => (n < 2 ? n : fib(n - 1) + fib(n - 2))); result = fib(80);
//# call: callback
const each = (a, f) => { for (let i = 0; i < a.length; i++) f(a[i], i); }, list = [1, 2, 3, 4, 5];
//:
let s = 0; for (let k = 0; k < 100; k++) each(list, (x) => { s += x; }); result = s;
//# closure: counter
const counter = () => { let n = 0; return () => ++n; };
//:
const c = counter(); for (let i = 0; i < 1000; i++) c(); result = c();
//# closure: captured variables in a loop
const fs = []; for (let i = 0; i < 200; i++) fs.push(() => i); let s = 0; for (const f of fs) s += f(); result = s;
//# closure: outer variables read and written
let total = 0, step = 2; const add = (x) => { total += x * step; };
//:
total = 0; for (let i = 0; i < 1000; i++) add(i); result = total;
//# closure: three levels
const make = () => { let a = 1; return () => { let b = 2; return () => { let c = 3; return () => a++ + b++ + c++; }; }; }; const f = make()()();
//:
let s = 0; for (let i = 0; i < 500; i++) s += f() > 0 ? 1 : 0; result = s;
//# closure: module pattern
const store = (() => { const items = {}; let size = 0; return { set(k, v) { if (!(k in items)) size++; items[k] = v; }, get: (k) => items[k], get size() { return size; } }; })();
//:
for (let i = 0; i < 200; i++) { store.set("k" + (i & 7), i); } result = store.get("k3") + store.size;
//# closure: variables of a block
let s = 0; for (let i = 0; i < 300; i++) { const x = i * 2; { const y = x + 1; const f = () => y; s += f(); } } result = s;
//# global: read and write variables
globalThis.total = 0;
//:
total = 0; for (let i = 0; i < 500; i++) total += i; result = total;
//# global: built-in objects
let n = 0; for (let i = 0; i < 500; i++) if (Math.abs(-i) === i && undefined !== null && NaN !== i) n++; result = n;
//# global: typeof of unknown names
let n = 0; for (let i = 0; i < 500; i++) if (typeof window === "undefined") n++; result = n;
