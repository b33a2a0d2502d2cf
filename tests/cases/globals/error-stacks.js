//! about = "`stack` is a property of each error, made when it is read, as `Error.prepareStackTrace` and `stackTraceLimit` say"

() => {
  const r = {};
  const head = (s) => String(s).split("\n")[0];
  r.laterMessage = (() => { const e = new Error("a"); e.message = "b"; return head(e.stack) })();
  r.laterName = (() => { class A extends Error { constructor() { super("m"); this.name = "A" } } return head(new A().stack) })();
  r.laterName2 = (() => { const e = new Error("a"); e.stack; e.name = "Z"; return head(e.stack) })();
  r.protoName = (() => { class A extends Error {} A.prototype.name = "P"; return head(new A("x").stack) })();
  r.className = (() => { class A extends Error {} return head(new A("x").stack) })();
  r.keys = Reflect.ownKeys(new Error("x")).map(String);
  r.keysCause = Reflect.ownKeys(new Error("x", { cause: 1 })).map(String);
  r.keysAgg = Reflect.ownKeys(new AggregateError([], "x", { cause: 1 })).map(String);
  r.keysNone = Reflect.ownKeys(new Error()).map(String);
  r.keysThrown = (() => { try { null.x } catch (e) { return Reflect.ownKeys(e).map(String) } })();
  r.keysThrown2 = (() => { try { JSON.parse("{") } catch (e) { return Reflect.ownKeys(e).map(String) } })();
  r.keysClass = (() => { class A extends Error { constructor() { super("m"); this.name = "A"; this.code = 1 } } return Reflect.ownKeys(new A()).map(String) })();
  r.cap = (() => { const o = { name: "N", message: "M" }; Error.captureStackTrace(o); o.message = "Q"; return [head(o.stack), Reflect.ownKeys(o).map(String)] })();
  r.capDesc = (() => { const o = {}; Error.captureStackTrace(o); const d = Object.getOwnPropertyDescriptor(o, "stack"); return [Object.keys(d), d.enumerable, d.configurable, typeof d.get] })();
  r.desc = (() => { const o = new Error(); const d = Object.getOwnPropertyDescriptor(o, "stack"); return [Object.keys(d), d.enumerable, d.configurable, typeof d.get, d.get.name, d.set.name, d.get.length, d.set.length] })();
  r.sameAcc = (() => { const g = (o) => Object.getOwnPropertyDescriptor(o, "stack"); const a = g(new Error()), b = g(new TypeError()), o = {}; Error.captureStackTrace(o); return [a.get === b.get, a.set === b.set, g(o).get === a.get] })();
  r.accOn = (() => { const d = Object.getOwnPropertyDescriptor(new Error("qq"), "stack"); const t = (f) => { try { return String(f()) } catch (e) { return e.name } }; return [t(() => d.get.call({})), t(() => d.get.call(1)), t(() => head(d.get.call(Object.create(new Error("h"))))), t(() => head(d.get.call(new RangeError("h")))), t(() => { const o = {}; d.set.call(o, 5); return JSON.stringify(Object.getOwnPropertyDescriptor(o, "stack") ?? null) })] })();
  r.assign = (() => { const e = new Error("x"); e.stack = 5; const d = Object.getOwnPropertyDescriptor(e, "stack"); return [e.stack, Object.keys(d), d.enumerable, Object.keys(e)] })();
  r.del = (() => { const e = new Error("x"); return [delete e.stack, e.stack, "stack" in e, "stack" in Error.prototype] })();
  r.frozen = (() => { "use strict"; const e = Object.freeze(new Error("x")); try { e.stack = 4 } catch (x) { return [x.name, typeof e.stack] } return typeof e.stack })();
  r.heir = (() => { const e = new Error("x"); const h = Object.create(e); h.message = "new"; return [head(h.stack), "stack" in h, Object.hasOwn(h, "stack")] })();
  r.heirSet = (() => { const e = new Error("x"); const h = Object.create(e); h.stack = "q"; return [Object.hasOwn(h, "stack"), head(e.stack), head(h.stack)] })();
  r.clone = (() => { const e = new Error("a"); e.name = "TypeError"; return [head(structuredClone(e).stack), Reflect.ownKeys(structuredClone(e)).map(String)] })();
  r.limitDesc = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit");
  r.prepType = typeof Error.prepareStackTrace;
  const deep = (n) => n ? deep(n - 1) : new Error("y").stack?.split("\n").length;
  const lim = (v) => { const b = Error.stackTraceLimit; Error.stackTraceLimit = v; try { return deep(15) ?? null } finally { Error.stackTraceLimit = b } };
  r.limits = [0, 1, 3, 12, 2.7, -1, "5", NaN, null, undefined, {}].map(lim);
  r.limDel = (() => { const b = Error.stackTraceLimit; delete Error.stackTraceLimit; const v = [typeof new Error("x").stack, Object.hasOwn(new Error("x"), "stack")]; Error.stackTraceLimit = b; return v })();
  r.limInf = (() => { const b = Error.stackTraceLimit; Error.stackTraceLimit = Infinity; const v = deep(30) > 30; Error.stackTraceLimit = b; return v })();
  r.limGetter = (() => { const b = Error.stackTraceLimit; let n = 0; Object.defineProperty(Error, "stackTraceLimit", { get() { n++; return 2 }, configurable: true }); const x = deep(5); Object.defineProperty(Error, "stackTraceLimit", { value: b, writable: true, enumerable: true, configurable: true }); return [x, n] })();
  r.zeroText = (() => { const b = Error.stackTraceLimit; Error.stackTraceLimit = 0; const e = new Error("x"); Error.stackTraceLimit = b; return e.stack })();
  r.prep = (() => { const b = Error.prepareStackTrace; const log = []; Error.prepareStackTrace = function (e, f) { log.push([this === Error, e.message, Array.isArray(f), f.length > 0]); return "own" }; const e = new Error("z"); const n = log.length; const s = e.stack, s2 = e.stack; Error.prepareStackTrace = b; return [n, s, s2, log] })();
  r.prepLater = (() => { const b = Error.prepareStackTrace; const e = new Error("z"); Error.prepareStackTrace = () => "own"; const s = e.stack; Error.prepareStackTrace = b; return [s === "own", e.stack === "own"] })();
  r.prepThrows = (() => { const b = Error.prepareStackTrace; Error.prepareStackTrace = () => { throw 7 }; try { const e = new Error("z"); try { return e.stack } catch (x) { return ["read", x] } } catch (x) { return ["made", x] } finally { Error.prepareStackTrace = b } })();
  function skipA() { return skipB() } function skipB() { return skipC() } function skipC() { const o = {}; Error.captureStackTrace(o, skipB); return o.stack.split("\n")[1].trim().split(" ")[1] }
  r.capFn = skipA();
  r.capFnUnknown = (() => { const o = {}; Error.captureStackTrace(o, function never() {}); return o.stack })();
  r.capErr = (() => { const e = new Error("m"); function inner2() { Error.captureStackTrace(e) } inner2(); return e.stack.split("\n")[1].trim().split(" ")[1] })();
  r.capRet = (() => { const o = {}; return [Error.captureStackTrace(o) === undefined, Error.captureStackTrace.length] })();
  r.errKeys = Object.getOwnPropertyNames(Error);
  r.typeErrKeys = Object.getOwnPropertyNames(TypeError);
  r.limInherit = (() => { class E2 extends Error {} return [E2.stackTraceLimit, TypeError.stackTraceLimit] })();
  r.json = JSON.stringify(new Error("x"));
  r.keysFor = (() => { const l = []; for (const k in new Error("x")) l.push(k); return l })();
  r.headNoMsg = head(new TypeError().stack);
  r.headEmptyName = (() => { class A extends Error {} A.prototype.name = ""; return head(new A("x").stack) })();
  r.msgObj = head(new Error({ toString() { return "tt" } }).stack);
  function outer() { return inner(); }
  function inner() { const b = Error.prepareStackTrace; Error.prepareStackTrace = (e, f) => f; const s = new Error().stack; Error.prepareStackTrace = b; return s; }
  r.sites = outer().slice(0, 2).map((c) => [c.constructor.name, c.getFunctionName(), c.getFileName(), c.getLineNumber() > 0, c.getColumnNumber() > 0, c.isConstructor(), c.isEval(), c.isNative(), String(c).split(' ')[0]]);
  class K { constructor() { this.made = sites(); } m() { return sites(); } static s() { return sites(); } get g() { return sites(); } #p() { return sites(); } p() { return this.#p(); } }
  function sites() { const b = Error.prepareStackTrace; Error.prepareStackTrace = (e, f) => f[1]; const s = new Error().stack; Error.prepareStackTrace = b; return [s.getFunctionName(), s.isConstructor()]; }
  const k = new K();
  r.methods = [k.made, k.m(), K.s(), k.g, k.p()];
  r.frozenTarget = (() => { try { Error.captureStackTrace(Object.freeze({})); return 'taken'; } catch (e) { return e.name; } })();
  r.badTargets = [1, 'x', null, undefined].map((v) => { try { Error.captureStackTrace(v); return 'taken'; } catch (e) { return e.name; } });
  return r;
}
//= result: {
//=   laterMessage: "Error: b",
//=   laterName: "A: m",
//=   laterName2: "Error: a",
//=   protoName: "P: x",
//=   className: "Error: x",
//=   keys: ["stack", "message"],
//=   keysCause: ["stack", "message", "cause"],
//=   keysAgg: ["stack", "message", "cause", "errors"],
//=   keysNone: ["stack"],
//=   keysThrown: ["stack", "message"],
//=   keysThrown2: ["stack", "message"],
//=   keysClass: ["stack", "message", "name", "code"],
//=   cap: ["N: Q", ["name", "message", "stack"]],
//=   capDesc: [["get", "set", "enumerable", "configurable"], false, true, "function"],
//=   desc: [["get", "set", "enumerable", "configurable"], false, true, "function", "", "", 0, 1],
//=   sameAcc: [true, true, true],
//=   accOn: ["undefined", "undefined", "Error: h", "RangeError: h", "null"],
//=   assign: [5, ["get", "set", "enumerable", "configurable"], false, []],
//=   del: [true, undefined, false, false],
//=   frozen: "number",
//=   heir: ["Error: x", true, false],
//=   heirSet: [false, "q", "q"],
//=   clone: ["TypeError: a", ["stack", "message"]],
//=   limitDesc: { value: 10, writable: true, enumerable: true, configurable: true },
//=   prepType: "function",
//=   limits: [1, 2, 4, 13, 3, 1, null, 1, null, null, null],
//=   limDel: ["undefined", true],
//=   limInf: true,
//=   limGetter: [undefined, 0],
//=   zeroText: "Error: x",
//=   prep: [0, "own", "own", [[true, "z", true, true]]],
//=   prepLater: [true, true],
//=   prepThrows: ["read", 7],
//=   capFn: "skipA",
//=   capFnUnknown: "Error",
//=   capErr: "inner2",
//=   capRet: [true, 2],
//=   errKeys: [
//=     "length",
//=     "name",
//=     "prototype",
//=     "captureStackTrace",
//=     "prepareStackTrace",
//=     "isError",
//=     "stackTraceLimit",
//=   ],
//=   typeErrKeys: ["length", "name", "prototype"],
//=   limInherit: [10, 10],
//=   json: "{}",
//=   keysFor: [],
//=   headNoMsg: "TypeError",
//=   headEmptyName: "x",
//=   msgObj: "Error: tt",
//=   sites: [
//=     ["CallSite", "inner", "main.js", true, true, false, false, false, "inner"],
//=     ["CallSite", "outer", "main.js", true, true, false, false, false, "outer"],
//=   ],
//=   methods: [["K", true], ["m", false], ["s", false], ["get g", false], ["#p", false]],
//=   frozenTarget: "TypeError",
//=   badTargets: ["TypeError", "TypeError", "TypeError", "TypeError"],
//= }
