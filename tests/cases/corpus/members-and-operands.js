//! # Members of locals: which object and which key an access means, whatever is assigned meanwhile.
async () => {
  const log = [];

  // The object and the key are those from before the value.
  let a = { n: 1 };
  const before = a;
  a.x = a = { n: 2 };
  log.push(before.x === a, a.x, before.n, a.n);
  let key = "one";
  const table = {};
  table[key] = key = "two";
  table[key] = (key = "three", key + "!");
  table[key] = [key].concat((() => (key += "?"))()).join();
  log.push(table, key);
  let i = 0;
  const list = [10, 20, 30, 40];
  list[i++] = i;
  list[i] = i++ + list[i];
  list[i] = list[(i = 0)] + i;
  log.push(list.join(), i, list[i++], list[i], list[list[0]]);
  i = 1;
  list[i] += i++ * 100;
  list[i] ||= i++;
  log.push(list.join(), i);

  // A local that becomes a member of itself.
  let node = { value: 1, next: { value: 2, next: { value: 3, next: null } } };
  const values = [];
  while (node) {
    values.push(node.value);
    node = node.next;
  }
  log.push(values.join());
  let at = { next: "key", key: { deep: "found" } };
  let name = "next";
  name = at[name];
  at = at[name];
  log.push(name, at.deep);
  let self = { me: null };
  self = self.me = { me: "inner" };
  log.push(self.me);
  let chained = [0, 0];
  const first = chained;
  chained = chained[1] = [5, 6];
  log.push(first[1] === chained, chained.join());
  let where = 0;
  where = first[where] = where + 7;
  log.push(where, first[0]);

  // Swaps, neighbours, members of members, both sides.
  const grid = [[1, 2], [3, 4]];
  let [r, c] = [0, 1];
  const kept = grid[r][c];
  grid[r][c] = grid[c][r];
  grid[c][r] = kept;
  grid[r][r] = grid[c][c] = grid[r][r] + grid[c][c];
  log.push(JSON.stringify(grid));
  const words = "a b c d".split(" ");
  for (let j = 0, k = words.length - 1; j < k; j++, k--) {
    const word = words[j];
    words[j] = words[k];
    words[k] = word;
  }
  log.push(words.join(""));

  // Accessors and calls that change what closures share.
  let shared = "x";
  const odd = {
    x: 1,
    y: 2,
    get change() {
      shared = "y";
      return "changed";
    },
    set change(value) {
      log.push("set", shared, value);
    },
  };
  odd[shared] = odd.change;
  log.push(odd.x, odd.y, odd[shared]);
  odd.change = shared = "z";
  odd[shared] = (() => ((shared = "w"), 3))();
  log.push(JSON.stringify(Object.keys(odd)), odd.z);
  function* steps(object, step) {
    object[step] = yield step;
    object[step] = object[step] + (yield object[step]);
    step = "last";
    object[step] = yield object.first;
  }
  const target = {};
  const run = steps(target, "first");
  log.push(run.next().value, run.next(1).value, run.next(2).value, run.next("end").done, target);
  const later = {};
  let slot = "p";
  later[slot] = await Promise.resolve((slot = "q"));
  log.push(later, slot);

  // Conversions of a key happen once, and after the value.
  const order = [];
  const odder = { toString: () => (order.push("key"), "k") };
  const holder = {};
  holder[odder] = (order.push("value"), 1);
  holder[odder] = holder[odder] + 1;
  log.push(order.join(), holder.k);

  // What cannot be.
  const fails = (run) => {
    try {
      return run();
    } catch (error) {
      return error.constructor.name;
    }
  };
  log.push(
    fails(() => { let none; return none.member; }),
    fails(() => { let none = null; none.member = order.push("not reached?"); }),
    fails(() => { const o = {}; return o[later2]; let later2 = 1; }),
    fails(() => { const o = {}; o[later3] = 1; let later3 = 1; }),
    fails(() => { const o = { p: 1 }; return o.p.q.r; }),
    fails(() => { "use strict"; const o = Object.freeze([1]); o[0] = 2; }),
  );
  log.push(order.length);

  // Comparisons that decide a jump, and those whose result is used as well.
  const decide = (x, y) => {
    const equal = x === y;
    let text = equal ? "=" : "!";
    if (x === y) text += "same";
    else text += "other";
    if (x !== y && equal === false) text += "!";
    const both = (x === 1) === (y === 1);
    for (let n = 0; n !== 3; n++) if (n === x) text += n;
    return text + (x === y || y) + both + (x !== x);
  };
  log.push(decide(1, 1), decide(1, 2), decide("a", "a"), decide(NaN, NaN), decide(0, -0), decide(null, undefined), decide("é", "\u00e9"));
  return log;
}
//= result: [
//=   true,
//=   undefined,
//=   1,
//=   2,
//=   { one: "two", two: "three!", three: "three,three?" },
//=   "three?",
//=   "1,31,1,40",
//=   0,
//=   1,
//=   31,
//=   31,
//=   "1,131,1,40",
//=   2,
//=   "1,2,3",
//=   "key",
//=   "found",
//=   "inner",
//=   true,
//=   "5,6",
//=   7,
//=   7,
//=   "[[5,3],[2,5]]",
//=   "dcba",
//=   "changed",
//=   2,
//=   2,
//=   "set",
//=   "z",
//=   "z",
//=   "[\"x\",\"y\",\"change\",\"z\"]",
//=   3,
//=   "first",
//=   1,
//=   3,
//=   true,
//=   { first: 3, last: "end" },
//=   { p: "q" },
//=   "q",
//=   "value,key,key,key",
//=   2,
//=   "TypeError",
//=   "TypeError",
//=   "ReferenceError",
//=   "ReferenceError",
//=   "TypeError",
//=   "TypeError",
//=   5,
//=   "=same1truetruefalse",
//=   "!other!12falsefalse",
//=   "=sametruetruefalse",
//=   "!other!NaNtruetrue",
//=   "=same0truetruefalse",
//=   "!other!undefinedtruefalse",
//=   "=sametruetruefalse",
//= ]
