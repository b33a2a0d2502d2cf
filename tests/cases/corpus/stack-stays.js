//! about = "every way out of a function leaves the stack as it was, hundreds of thousands of times"

() => {
  const out = {};
  const N = 300;
  let last;
  const many = (name, f, n = N) => { let c = 0; try { for (let i = 0; i < n; i++) { try { f(i) } catch (e) { c++; last = e } } out[name] = c } catch (e) { out[name] = 'escaped ' + e } };
  const thrower = () => { throw 1 };
  many('throw', () => { throw 1 });
  many('nested throw', () => thrower());
  many('argument', () => Math.max(1, 2, thrower()));
  many('argument own', () => { try { Math.max(1, 2, thrower()) } catch { return } });
  many('new', () => new (class { constructor() { throw 1 } })());
  many('new derived', () => new (class extends Object { constructor() { } })());
  many('new args', () => new Date(1, thrower()));
  many('new not', () => new (() => {})(1, 2, 3));
  many('call not', () => (void 0)(1, 2, 3));
  many('class call', () => (class {})(1, 2));
  many('spread', () => Math.max(...[1, 2], ...{ get [Symbol.iterator]() { throw 1 } }));
  many('spread next', () => Math.max(...[1, 2], ...{ [Symbol.iterator]() { return { next() { throw 1 } } } }));
  many('array spread', () => [1, ...thrower()]);
  many('native callback', () => [1, 2].map(thrower));
  many('native class callback', () => [1, 2].map(class {}));
  many('reduce', () => [1, 2].reduce(() => { throw 3 }));
  many('getter', () => ({ get a() { throw 1 } }).a);
  many('setter', () => { ({ set a(v) { throw 1 } }).a = 1 });
  many('proxy', () => new Proxy({}, { get() { throw 1 } }).x);
  many('proxy apply', () => new Proxy(function () {}, { apply() { throw 1 } })(1, 2));
  many('proxy construct', () => new (new Proxy(function () {}, { construct() { throw 1 } }))(1, 2));
  many('proxy bad', () => new (new Proxy(function () {}, { construct() { return 1 } }))(1, 2));
  many('bound', () => thrower.bind(null, 1, 2)(3));
  many('bound construct', () => new ((class { constructor() { throw 1 } }).bind(null, 1, 2))(3));
  many('destructuring', () => { const { a } = null });
  many('destructuring args', () => Math.max(1, ([last] = { [Symbol.iterator]() { return { next() { throw 1 } } } })));
  many('destructuring close', () => { const [a] = { [Symbol.iterator]() { return { next() { return { done: false } }, return() { throw 1 } } } } });
  many('default', () => { ((a = thrower()) => a)() });
  many('template', () => `${1}${thrower()}`);
  many('tagged', () => String.raw`${1}${thrower()}`);
  many('tagged throws', () => thrower`${1}${2}`);
  many('return then continue', () => { for (let i = 0; i < 2; i++) try { return 1 } finally { continue } });
  many('return then throw', () => { try { return 1 } finally { throw 2 } });
  many('return then break', () => { a: try { return 1 } finally { break a } });
  many('for of', () => { for (const x of [1, 2]) throw x });
  many('for in', () => { for (const x in [1, 2]) throw x });
  many('for of break', () => { for (const x of [1, 2]) break });
  many('for of close', () => { for (const x of { [Symbol.iterator]() { return { next() { return {} }, return() { throw 1 } } } }) break });
  many('generator', () => { function* g() { yield 1; throw 2 } for (const x of g()); });
  many('generator return', () => { function* g() { try { yield 1 } finally { throw 1 } } const i = g(); i.next(); i.return() });
  many('generator throw', () => { function* g() { yield 1 } const i = g(); i.next(); i.throw(3) });
  many('generator left', () => { function* g() { Math.max(1, yield 1) } const i = g(); i.next(); i.return() });
  many('delegate', () => { function* g() { yield* thrower() } g().next() });
  many('convert', () => 1 + { valueOf() { throw 1 } });
  
  many('sort', () => [1, 2, 3].sort(thrower));
  many('json', () => JSON.parse('[1]', thrower));
  many('replace', () => 'aaa'.replace(/a/g, thrower));
  many('super', () => new (class extends Array { constructor() { super(thrower()) } })());
  many('super2', () => new (class extends (class { constructor() { throw 1 } }) { })(1, 2, 3));
  many('field', () => new (class { x = thrower() })(1, 2, 3));
  many('private', () => { class A { #x; static t(o) { return o.#x } } A.t({}) });
  many('apply', () => thrower.apply(null, [1, 2, 3]));
  many('reflect', () => Reflect.construct(class { constructor() { throw 1 } }, [1, 2]));
  many('instanceof', () => ({}) instanceof { [Symbol.hasInstance]() { throw 1 } });
  many('tdz', () => { Math.max(1, x); let x });
  many('unknown', () => Math.max(1, nothing));
  many('const', () => { const x = 1; Math.max(1, x = 2) });
  many('deep', () => { const f = n => n ? Math.max(1, f(n - 1)) : thrower(); f(10) });
  let count = 0;
  for (let i = 0; i < 3e5; i++) try { (() => { throw 1 })() } catch { count++ }
  out.lean = count;
  let m = 0;
  for (let i = 0; i < 2e4; i++) try { m++; Math.max(1, 2, 3, thrower()) } catch { continue } finally { m++ }
  out.finally = m;
  const f = () => { let r = 0; for (let i = 0; i < 2e4; i++) try { return 1 } finally { r++; continue } return r };
  out.taken = f();
  return out;
}
//= result: {
//=   throw: 300,
//=   "nested throw": 300,
//=   argument: 300,
//=   "argument own": 0,
//=   new: 300,
//=   "new derived": 300,
//=   "new args": 300,
//=   "new not": 300,
//=   "call not": 300,
//=   "class call": 300,
//=   spread: 300,
//=   "spread next": 300,
//=   "array spread": 300,
//=   "native callback": 300,
//=   "native class callback": 300,
//=   reduce: 300,
//=   getter: 300,
//=   setter: 300,
//=   proxy: 300,
//=   "proxy apply": 300,
//=   "proxy construct": 300,
//=   "proxy bad": 300,
//=   bound: 300,
//=   "bound construct": 300,
//=   destructuring: 300,
//=   "destructuring args": 300,
//=   "destructuring close": 300,
//=   default: 300,
//=   template: 300,
//=   tagged: 300,
//=   "tagged throws": 300,
//=   "return then continue": 0,
//=   "return then throw": 300,
//=   "return then break": 0,
//=   "for of": 300,
//=   "for in": 300,
//=   "for of break": 0,
//=   "for of close": 300,
//=   generator: 300,
//=   "generator return": 300,
//=   "generator throw": 300,
//=   "generator left": 0,
//=   delegate: 300,
//=   convert: 300,
//=   sort: 300,
//=   json: 300,
//=   replace: 300,
//=   super: 300,
//=   super2: 300,
//=   field: 300,
//=   private: 300,
//=   apply: 300,
//=   reflect: 300,
//=   instanceof: 300,
//=   tdz: 300,
//=   unknown: 300,
//=   const: 300,
//=   deep: 300,
//=   lean: 300000,
//=   finally: 40000,
//=   taken: 20000,
//= }
