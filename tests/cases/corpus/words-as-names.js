//! about = "words that mean something in one place are names in all others"

async () => {
  const checks = {};
  const member = { using: () => 1, await: 2, async: 3, of: 4, get: 5, set: 6, static: 7, let: 8, yield: 9, type: 10, if: 11 };
  checks.members = [member.using(), member.await, member?.async, member.of, member.get, member["set"], member.static, member.let, member.yield, member.type, member.if];
  const using = 1, of = 2, async = (...a) => a.join("-"), get = 3, set = 4, type = 5, as = 6, from = 7, target = 8, meta = 9, accessor = 10;
  checks.shorthand = { using, of, get, set, type, as, from, target, meta, accessor };
  checks.operators = [using + of, using / 1 / of, -using, typeof async, `${using}${of}`, using ? of : as];
  checks.call = [async(1), async(1, 2), async(...[1, 2], 3), async(), async (4), async(5).length, async
    (6)];
  checks.callThen = async({ a: 1 }.a, [async(1)]) + "!";
  { let using = 5; using++; using += 2; checks.assigned = using; }
  { let of; [of] = [3]; ({ using: of } = { using: of + 1 }); checks.patterns = of; }
  { const { using: a, of: b, async: c = 7, get = 8, set, static: d } = { using: 1, of: 2, set: 3, static: 4 }; checks.bound = [a, b, c, get, set, d]; }
  checks.arrows = [(using => using + 1)(1), ((of) => of * 2)(2), (async => async)(3), ((using, of = using) => of)(4), (({ using }) => using)({ using: 5 })];
  checks.asyncArrows = await Promise.all([(async using => using)(1), (async (of) => of)(2), (async async => async)(3), (async ({ a, b: [c = 4] }, ...rest) => [a, c, rest])({ a: 1, b: [] }, 5, 6), (async (a = 1, [b] = [2],) => a + b)()]);
  checks.functions = [function using() { return using.name; }(), (function of() { return of.name; })(), class async {}.name, (class of {}).name];
  using: for (const i of [1, 2]) { async: for (const of of [i]) { if (of === 2) { checks.labels = "broken"; break using; } continue async; } }
  of: { break of; }
  class Fields { static = 1; async = 2; get = 3; set = 4; using = 5; of = 6; static static = 7; static async = 8; static get; await; static of() { return 9; } using() {} get get() { return 1; } }
  checks.fields = [Object.keys(new Fields()), Fields.static, Fields.async, "get" in Fields, Fields.of()];
  class Lines {
    async
    method() { return 1; }
    get
    value() { return 2; }
    static
    async
    set
    other(v) { this.seen = v; }
  }
  const lines = new Lines();
  lines.other = 3;
  checks.lines = [Object.keys(lines), lines.method(), lines.value, lines.seen];
  const object = { using() { return 1; }, async() { return 2; }, get() { return 3; }, set() { return 4; }, async async() { return 5; }, *of() { yield 6; }, get using2() { return 7; }, await() { return 8; } };
  checks.methods = [object.using(), await object.async(), object.get(), object.set(), [...object.of()], object.using2, object.await()];
  for (const using of [1]) checks.forOf = using;
  for (let of of [2]) checks.forOf2 = of;
  for (let of = 0; of < 1; of++) checks.forLet = of;
  let iterated;
  for (iterated of [3]) checks.forName = iterated;
  for (let async of [4]) checks.forAsync = async;
  checks.sloppy = (function () { var let_ = 1; var yield_ = 2; var static_ = 3; var eval_ = 4; return [let_, yield_, static_, eval_]; })();
  checks.words = (function () {
    var let = 1, yield = 2, static = 3, implements = 4, await = 5, arguments = [6];
    let += 1; yield++; static = let + yield;
    let: for (;;) { break let; }
    const f = let => let * 2, g = yield => yield, h = (await) => await;
    return [let, yield, static, implements, await, arguments[0], f(4), g(5), h(6), { let, yield }];
  })();
  using
  of
  async
  return checks;
}
//= result: {
//=   members: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
//=   shorthand: {
//=     using: 1,
//=     of: 2,
//=     get: 3,
//=     set: 4,
//=     type: 5,
//=     as: 6,
//=     from: 7,
//=     target: 8,
//=     meta: 9,
//=     accessor: 10,
//=   },
//=   operators: [3, 0.5, -1, "function", "12", 2],
//=   call: ["1", "1-2", "1-2-3", "", "4", 1, "6"],
//=   callThen: "1-1!",
//=   assigned: 8,
//=   patterns: 4,
//=   bound: [1, 2, 7, 8, 3, 4],
//=   arrows: [2, 4, 3, 4, 5],
//=   asyncArrows: [1, 2, 3, [1, 4, [5, 6]], 3],
//=   functions: ["using", "of", "async", "of"],
//=   labels: "broken",
//=   fields: [["static", "async", "get", "set", "using", "of", "await"], 7, 8, true, 9],
//=   lines: [["async", "seen"], 1, 2, 3],
//=   methods: [1, 5, 3, 4, [6], 7, 8],
//=   forOf: 1,
//=   forOf2: 2,
//=   forLet: 0,
//=   forName: 3,
//=   forAsync: 4,
//=   sloppy: [1, 2, 3, 4],
//=   words: [2, 3, 5, 4, 5, 6, 8, 5, 6, { let: 2, yield: 3 }],
//= }
