// `using` declares where a name follows on the same line, and is a name everywhere else.

const log = [];
const opened = (name) => ({ name, [Symbol.dispose]() { log.push(name); } });
using top = opened("top");
const checks = {};
{
  let using = [1, 2], x = 0, a = 1;
  using[0] = 5;
  using
  [1] = 6;
  using
  x = 1;
  checks.member = [using[0], using[1], x, 0 in using, using instanceof Array, using.length];
  using = { in: 3 }; using.in++;
  checks.assigned = using.in;
  for (using of [7, 8]) ;
  checks.forOf = using;
  for (using in { key: 1 }) ;
  checks.forIn = using;
  for (using = 0; using < 2; using++) ;
  checks.for = using;
  checks.asi = (() => { using
    a
    return a; })();
}
{ using using = opened("using"), of = opened("of"), async = opened("async"); checks.named = [using.name, of.name, async.name]; }
{ using a
    = opened("over lines"); }
{ using $ = opened("$"), _1 = null, ü = opened("ü"), get = null, static_ = null; }
for (using of = opened("for of ="); ;) { break; }
for (using async of [opened("async of")]) ;
for (const using of [1]) checks.constant = using;
for (const x of [1]) using: for (;;) break using;
switch (1) { default: { using a = opened("in a switch"); } }
const f = async () => {
  await using a = null, of = opened("awaited of");
  const using = [1];
  for (await using of of []) ;
  for (await using b of [opened("for await using")]) ;
  checks.awaited = [await using, await using[0]];
};
await f();
await using last = opened("last");
checks.functions = [(() => { using f = Object.defineProperty(() => {}, Symbol.dispose, { value() {} }); return f.name; })(), (() => { try { using g = () => {}; } catch (error) { return error.message; } })(), (() => { using C = class { static [Symbol.dispose]() {} }; return C.name; })()];
return { checks, log: log.join() };
//= result: {
//=   checks: {
//=     member: [5, 6, 1, true, true, 2],
//=     assigned: 4,
//=     forOf: 8,
//=     forIn: "key",
//=     for: 2,
//=     asi: 1,
//=     named: ["using", "of", "async"],
//=     constant: 1,
//=     awaited: [[1], 1],
//=     functions: ["", "Symbol(Symbol.dispose) is not a function", "C"],
//=   },
//=   log: "async,of,using,over lines,ü,$,for of =,async of,in a switch,for await using,awaited of",
//= }
