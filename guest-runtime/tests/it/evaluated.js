() => {
  const lines = [];
  const show = (value) => {
    if (typeof value === "function") return `function ${value.name}`;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (Array.isArray(value)) return `[${value.map(show)}]`;
    if (typeof value === "object" && value !== null) return JSON.stringify(value);
    return String(value);
  };
  const log = (name, work) => {
    let answer;
    try {
      answer = show(work());
    } catch (error) {
      answer = `threw ${error.name}${error instanceof SyntaxError ? "" : `: ${error.message}`}`;
    }
    lines.push(`${name}: ${answer}`);
  };

  // Variables around the call.
  log("reads", function (a = 1) { let b = 2; const c = 3; var d = 4; return eval("[a, b, c, d]"); });
  log("writes", function () { let b = 2; var d = 4; eval("b = 20; d = 40"); return [b, d]; });
  log("constant", function () { const c = 1; eval("c = 2"); return c; });
  log("dead zone", function () { eval("late"); let late = 1; return late; });
  log("arguments", function () { return (function () { return eval("arguments.length + arguments[1]"); })(1, 2, 3); });
  log("mapped", function () { return (function (a) { eval("arguments[0] = 5"); return a; })(1); });
  log("mapped back", function () { return (function (a) { eval("a = 6"); return arguments[0]; })(1); });
  log("this", function () { return (function () { return eval("this.k"); }).call({ k: 7 }); });
  log("this in arrows", function () { return (function () { return (() => () => eval("this.k + arguments[0]"))()(); }).call({ k: 7 }, 1); });
  log("new.target", function () { function F() { this.made = eval("new.target === F"); } return [new F().made, (function () { return eval("new.target"); })()]; });
  log("no new.target", () => (0, eval)("new.target"));
  log("two up", function () { let x = 1; return (() => (() => eval("x += 1; x"))())(); });
  log("block", function () { { let inner = 5; { let more = 6; return eval("inner * more"); } } });
  log("loop", function () { const made = []; for (let i = 0; i < 3; i++) made.push(eval("() => i")); return made.map((f) => f()); });
  log("loop var", function () { for (var i = 0; i < 3; i++) eval("var sum = (typeof sum === 'undefined' ? 0 : sum) + i"); return sum; });
  log("catch", function () { try { throw 3; } catch (caught) { return eval("caught + 1"); } });
  log("caught var", function () { try { throw 3; } catch (caught) { eval("var caught = 8"); return [caught]; } });
  log("switch", function () { switch (1) { case 1: let s = 9; return eval("s"); } });
  log("label", function () { return eval("out: for (;;) { for (;;) { break out; } } 5"); });
  log("for in head", function () { const o = { a: 1 }; let r = ""; for (const k in eval("o")) r += eval("k"); return r; });
  log("parenthesised", function () { let x = 1; return (eval)("x"); });
  log("spread", function () { let x = 1; return eval(...["x"], 2); });
  log("optional", function () { let x = 1; return eval?.("typeof x"); });
  log("comma", function () { let x = 1; return (0, eval)("typeof x"); });
  log("renamed", function () { let x = 1; const e = eval; return e("typeof x"); });
  log("own eval", function () { const eval = (text) => `own ${text}`; return eval("x"); });
  log("no text", () => [eval(), eval(5), eval(null), eval([1])]);

  // What it declares.
  log("var", function () { eval("var made = 1"); return made; });
  log("var stays", function () { eval("var made = 1"); return typeof globalThis.made; });
  log("let stays inside", function () { eval("let made = 1; const other = 2; class C {}"); return [typeof made, typeof other, typeof C]; });
  log("function", function () { eval("function f() { return 5 }"); return f(); });
  log("function over var", function () { var f = 1; eval("function f() { return 5 }"); return typeof f; });
  log("var over parameter", function (p) { return (function (p) { eval("var p = 2"); return p; })(1); });
  log("var without value", function (p) { return (function (p) { eval("var p"); return p; })(1); });
  log("var against let", function () { let x = 1; { eval("var x = 2"); } return x; });
  log("var against inner let", function () { { let x = 1; eval("var x = 2"); } return x; });
  log("strict var", function () { "use strict"; eval("var made = 1"); return typeof made; });
  log("strict text", function () { eval("'use strict'; var made = 1"); return typeof made; });
  log("strict caller", function () { "use strict"; return eval("unknownName = 1"); });
  log("strict octal", function () { "use strict"; return eval("010"); });
  log("sloppy octal", function () { return eval("010"); });
  log("block function", function () { eval("{ function inBlock() { return 1 } }"); return inBlock(); });
  log("if function", function () { eval("if (true) function inIf() { return 2 }"); return inIf(); });
  log("block function and let", function () { let inBlock = 0; eval("{ function inBlock() { return 1 } }"); return inBlock; });
  log("deleted", function () { eval("var made = 1"); const was = delete made; return [was, typeof made]; });
  log("deleted and again", function () { eval("var made = 1"); delete made; eval("var made = 3"); return made; });
  log("not deleted", function () { var kept = 1; return [eval("delete kept"), kept]; });
  log("shadow", function () { const x = "outer"; function inner(text) { eval(text); return x; } return [inner("var x = 'inner'"), inner("0"), inner("var y = 1"), inner("var x = 2")]; });
  log("shadow in closure", function () { const x = "outer"; function inner(text) { const read = () => x; const before = read(); eval(text); return [before, read()]; } return [inner("var x = 'inner'"), inner("0")]; });
  log("shadow of global", function () { function inner(text) { eval(text); return typeof Math; } return [inner("var Math = 1"), inner("0")]; });
  log("shadow in generator", function () { const x = "outer"; function f(text) { function* g() { yield x; yield x; } const it = g(); const first = it.next().value; eval(text); return [first, it.next().value]; } return [f("var x = 'inner'"), f("0")]; });
  log("assigned where found", function () { let x = 1; function f(text) { eval(text); x = 5; return x; } const inner = f("var x = 2"); return [inner, x, f("0"), x]; });
  log("updated", function () { let x = 1; function f(text) { eval(text); x++; x += 2; return x; } return [f("var x = 10"), x, f(""), x]; });
  log("typeof", function () { function f(text) { eval(text); return typeof notThere; } return [f("var notThere = 1"), f("")]; });
  log("called", function () { const g = () => "outer"; function f(text) { eval(text); return g(); } return [f("function g() { return 'inner' }"), f("")]; });
  log("template", function () { const x = 1; function f(text) { eval(text); return `${x}`; } return [f("var x = 2"), f("")]; });
  log("destructured", function () { eval("var { a, b: [c] } = { a: 1, b: [2] }"); return [a, c]; });
  log("recursion", function () { function f(n) { eval(`var v = ${n}`); if (n > 0) f(n - 1); return v; } return f(5); });
  log("many names", function () { for (let i = 0; i < 40; i++) eval(`var name${i} = ${i}`); return name0 + name39; });
  log("within eval", function () { let x = 1; return eval("let y = 2; eval('x + y + eval(\"x\")')"); });
  log("var within eval", function () { eval("eval('var deep = 3')"); return deep; });
  log("function within eval", function () { const f = eval("(function (t) { eval(t); return z })"); return f("var z = 4"); });
  log("closures", function () { const add = eval("let n = 0; () => ++n"); add(); return add(); });
  log("class", function () { const C = eval("class A { #p = 1; get p() { return this.#p } static s = 2 }; A"); return [new C().p, C.s]; });
  log("async", function () { return typeof eval("(async () => { await 1 })").then; });
  log("generator", function () { return [...eval("(function* () { yield 1; yield 2 })")()]; });

  log("constant around", function () { const x = 1; function f(t) { eval("var x = 0"); eval(t); return x; } return [f("function x() {}"), f("var x = 3"), f("for (var x of [7, 8]);"), f("var { x } = { x: 9 }"), f("x++"), f("x += 4"), f("")].map((v) => typeof v + (typeof v === "number" ? v : "")); });
  log("constant or not", function () { const x = 1; function f(t) { eval(t); x = 5; return x; } return [f("var x = 2"), (() => { try { return f("0"); } catch (error) { return error.message; } })()]; });
  log("own name or not", function () { const f = function n(t) { eval(t); n = 5; return typeof n; }; return [f("var n = 2"), f("0")]; });
  log("later calls", function () { function f(t, u) { eval(t); return (() => eval(u))(); } return [f("var added = 1", "(function () { return added })()"), f("0", "(function () { [added = 2] = []; return added })()"), delete globalThis.added]; });
  log("function in turns", function () { const seen = []; for (let i = 0; i < 3; i++) seen.push((() => { eval("function turned() {}"); return typeof turned; })()); return [seen, typeof globalThis.turned]; });

  log("block function in turns", function () { const f = (t) => { eval(t); return typeof turned; }; return [f("{ function turned() {} }"), f("if (1) function turned() {}"), f(""), f("if (0) function turned() {}"), typeof globalThis.turned]; });
  log("block function in with", function () { const o = { v: 1 }; with (o) { eval("{ function v() {} }"); } return [o.v, typeof v]; });

  // Parameters.
  log("names of defaults", function () { return [eval("(function (p = () => {}) { return p })")().name, (function (q = () => {}) { return q; })().name, new Function("r = () => {}", "return r.name")()]; });
  log("arguments declared", function () { return (function (a = eval("1"), b) { eval("var arguments = 0"); return [typeof a, typeof arguments]; })(); });
  log("default", function () { return (function (a, b = eval("a + 1")) { return b; })(1); });
  log("default var", function () { return (function (a = eval("var v = 2; v")) { return [a, typeof v]; })(); });
  log("default closure", function () { return (function (a = 1, f = () => eval("a")) { var a = 2; return [a, f()]; })(); });
  log("computed key", function () { const k = "key"; return { [eval("k")]: 1 }; });

  // Classes.
  log("method", function () { class A { v() { return 1; } } class B extends A { v() { return eval("super.v() + 1"); } } return new B().v(); });
  log("object method", function () { const o = { __proto__: { m() { return 3; } }, m() { return eval("super.m()"); } }; return o.m(); });
  log("constructor", function () { class A { constructor() { this.a = 1; } } class B extends A { constructor() { eval("super()"); this.b = 2; } } return new B(); });
  log("constructor in arrow", function () { class A { constructor() { this.a = 1; } } class B extends A { constructor() { (() => eval("super()"))(); } } return new B(); });
  log("super outside", function () { return eval("super.x"); });
  log("super call outside", function () { return eval("super()"); });
  log("field", function () { class A { x = eval("this.constructor.name"); y = eval("1 + 1"); static z = eval("this.name"); } const a = new A(); return [a.x, a.y, A.z]; });
  log("field arguments", function () { class A { x = eval("arguments"); } return new A(); });
  log("static block", function () { let out; class A { static #s = 3; static { out = eval("this.#s"); } } return out; });
  log("private", function () { class A { #p = 5; read() { return eval("this.#p"); } write() { eval("this.#p = 6"); return this.#p; } } return [new A().read(), new A().write()]; });
  log("private unknown", function () { class A { #p = 5; read() { return eval("this.#q"); } } return new A().read(); });
  log("private indirect", function () { class A { #p = 5; read() { return (0, eval)("this.#p"); } } return new A().read(); });
  log("accessor", function () { let h = 4; return { get v() { return eval("h"); } }.v; });
  log("method around", function () { const h = 4; class A { m() { return eval("h"); } static s() { return eval("h"); } } return [new A().m(), A.s()]; });
  log("heritage", function () { const h = class { q() { return 1; } }; class A extends eval("h") {} return new A().q(); });

  // `with`.
  log("with", function () { const o = { x: 1 }; with (o) { return eval("x"); } });
  log("with var", function () { const o = { x: 1 }; with (o) { eval("var x = 2"); } return [o.x, x]; });
  log("with function declared", function () { const o = { v: 1 }; with (o) { eval("function v() {}"); } return [o.v, typeof v]; });
  log("with in text", function () { const o = { x: 1 }; return eval("with (o) { x + 1 }"); });
  log("with function", function () { const o = { x: 1 }; with (o) { return eval("(() => { let y = 2; return x + y })()"); } });

  // Generators and asynchronous functions keep their scopes.
  log("in generator", function () { function* g() { let x = 1; yield eval("x"); eval("var y = 2"); yield y; x = 3; yield eval("x + y"); } return [...g()]; });
  log("yield in text", function () { function* g() { eval("yield 1"); } return [...g()]; });

  // What it gives.
  log("completion", () => ["1; 2", "if (true) 3", "var v = 1", "{ 4 }", "do { 5 } while (false)", "try { 6 } finally { 7 }", "switch (1) { case 1: 8 }", "", "// c", "9;;;", "x: 10", "function f() {}", "'use strict'"].map((text) => (0, eval)(text)));
  log("object or block", () => [eval("{ a: 1 }"), eval("({ a: 1 })").a]);

  // The global scope.
  log("global var", () => { (0, eval)("var evaluatedVar = 1"); const was = globalThis.evaluatedVar; return [was, delete globalThis.evaluatedVar]; });
  log("global function", () => { (0, eval)("function evaluatedFunction() { return 2 }"); const was = evaluatedFunction(); delete globalThis.evaluatedFunction; return was; });
  log("global let", () => { (0, eval)("let evaluatedLet = 1"); return typeof evaluatedLet; });
  log("global this", () => (0, eval)("this") === globalThis);
  log("global strict", () => (0, eval)("'use strict'; var evaluatedStrict = 1; typeof evaluatedStrict") + typeof globalThis.evaluatedStrict);
  log("assigned global", () => { (0, eval)("evaluatedAssigned = 1"); const was = evaluatedAssigned; delete globalThis.evaluatedAssigned; return was; });

  // `Function` and the others.
  const GeneratorFunction = Object.getPrototypeOf(function* () {}).constructor;
  const AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;
  const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {}).constructor;
  log("Function", () => [new Function("a", "b", "return a + b")(1, 2), Function("return 1")(), Function()(), new Function("a, b", "c = 3", "return [a, b, c]")(1, 2)]);
  log("scope of Function", function () { let local = 1; return new Function("return typeof local")(); });
  log("this of Function", () => [new Function("return this")() === globalThis, new Function("'use strict'; return this")()]);
  log("constructed", () => { const F = new Function("x", "this.x = x"); return [new F(3).x, new F() instanceof F, F.prototype.constructor === F]; });
  log("properties", () => { const f = new Function("a", "b", "c"); return [f.name, f.length, Object.getPrototypeOf(f) === Function.prototype]; });
  log("text", () => [String(new Function("a", "b", "return a")), String(new Function()), String(GeneratorFunction("yield 1")), String(AsyncFunction("x", "await x"))]);
  log("text of eval", () => [String(eval("(function  f ( a ) { return a })")), String((0, eval)("() =>  1")), String(eval("class  A { m() {} }; A"))]);
  log("generators", () => [[...new GeneratorFunction("n", "yield n; yield* [1, 2]")(0)], GeneratorFunction().name]);
  log("asyncs", () => [AsyncFunction("return 1")().constructor.name, typeof AsyncGeneratorFunction("yield 1")().next]);
  log("comments", () => [new Function("a /* b */", "// c\n", "return a // d")(1)]);
  log("html comment", () => new Function("-->", "")());
  for (const parts of [["a", "return ("], ["a,", "return a"], ["/*", "*/) {"], ["a", "}) ("], ["a b", ""], ["a", "'use strict'; with (a) {}"], ["a = 1", "'use strict'"], ["a, a", "'use strict'"], ["a", "let a"], ["yield 1"], ["await 1"], ["super.x"], ["super()"], ["this.#p"], ["new.target"], ["}"], ["return 1}"], ["...a, b", ""]]) {
    log(`refused ${parts.join(" | ")}`, () => typeof new Function(...parts));
  }
  for (const text of ["let a; let a", "let a; var a", "return 1", "break", "a b", "(", "'", "`", "/[/", "{", "1 = 2", "let [a]", "for (const x of []) function f() {}", "await 1; await", "yield", "import 'x'", "export default 1", "import.meta", "#p in {}", "class A { constructor() {} constructor() {} }"]) {
    log(`text ${text}`, () => eval(text));
  }
  log("instance", () => { try { eval("("); } catch (error) { return [error instanceof SyntaxError, error.constructor === SyntaxError]; } });
  log("subclass", () => { class F extends Function {} const f = new F("return 5"); return [f(), f instanceof F]; });
  log("toString converts", () => new Function({ toString: () => "a" }, { toString: () => "return a" })(4));
  log("order", () => { const seen = []; try { new Function({ toString() { seen.push("a"); return "a"; } }, { toString() { seen.push("b"); throw 1; } }); } catch { seen.push("c"); } return seen; });
  log("thrown", () => eval("throw new RangeError('in text')"));
  log("caught inside", () => eval("try { null.x } catch (error) { error.constructor.name }"));
  log("finally", function () { let seen = 0; try { eval("throw 1"); } catch { seen += 1; } finally { seen += 10; } return seen; });
  return lines;
}
