() => {
  const lines = [];
  const say = (...values) => lines.push(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value) ?? String(value))).join(' '));
  const tried = (f) => { try { return f(); } catch (error) { return error.name; } };
  // What an array has: its length, its indices in order, and its elements.
  const shown = (array) => `${array.length}:${Object.keys(array).map((key) => `${key}=${Object.is(array[key], -0) ? '-0' : array[key]}`).join(',')}`;

  // 1 ways to get gaps, and to lose them
  {
    const down = []; for (let i = 70; i >= 0; i--) down[i] = i * i; say(shown(down)); down.push('end'); say(down.length, down.indexOf(4900), down.includes(undefined), down.pop(), down.pop());
    const late = new Array(12); late[3] = 1; late[11] = 2.5; late[0] = 'x'; say(shown(late), late, 5 in late, late.indexOf(undefined), late.includes(undefined), late.findIndex((x) => x === undefined));
    late.fill(7); say(shown(late)); delete late[4]; say(shown(late), late.push(8), late.unshift(9), shown(late)); late.length = 5; say(shown(late)); late.length = 9; say(shown(late)); late.reverse(); say(shown(late));
    const one = []; one[1] = -0; one[3] = NaN; one[2] = null; say(shown(one)); one[0] = undefined; say(shown(one)); one[100000] = 'far'; say(shown(one)); one.length = 4; say(shown(one)); one[4] = 4; say(shown(one), one.shift(), one.shift(), shown(one));
    const literal = [, 1, , 2, ,]; say(shown(literal), literal.length, literal.map((x) => x + 1), literal.flat(), literal.concat([, 3]), literal.join('-'), [...literal], Object.entries(literal), JSON.stringify(literal));
    const far = []; far[4294967294] = 1; say(shown(far), tried(() => far.push(2)), far.length); const next = []; next[4294967295] = 1; say(shown(next), Object.keys(next)); next[64] = 1; next[65] = 2; say(shown(next));
    const all = []; for (let i = 1999; i >= 0; i--) all[i] = i; let sum = 0; for (const x of all) sum += x; for (let i = 0; i < all.length; i++) sum += all[i]; all.forEach((x) => { sum += x; }); say(sum, all.length, all.slice(1995), all.lastIndexOf(7));
    const odd = []; for (let i = 1; i < 3000; i += 2) { odd[i] = i; odd[i - 1] = i - 1; } say(odd.length, odd.every((x, i) => x === i)); const thin = []; for (let i = 0; i < 5000; i += 50) thin[i] = i; say(thin.length, Object.keys(thin).length, thin.reduce((x, y) => x + y)); for (let i = 0; i < 5000; i++) thin[i] ??= -i; say(thin.length, thin.filter((x) => x < 0).length);
  }

  // 2 what an array inherits shows through a gap, and refuses or takes what is written there
  {
    const array = [, 1]; array[5] = 5; Array.prototype[2] = 'inherited'; say(array[2], 2 in array, shown(array), array.indexOf('inherited')); array[2] = 'own'; say(array[2], shown(array)); delete array[2]; say(array[2]); delete Array.prototype[2]; say(array[2]);
    const seen = []; Object.defineProperty(Array.prototype, 3, { set(value) { seen.push(value); }, get() { return 'got'; }, configurable: true }); array[3] = 'set'; say(array[3], Object.hasOwn(array, 3), seen); delete Array.prototype[3]; array[3] = 'own'; say(array[3]);
    Object.defineProperty(Object.prototype, 4, { value: 'fixed', writable: false, configurable: true }); array[4] = 'no'; say(array[4], Object.hasOwn(array, 4), tried(() => { 'use strict'; array[4] = 'no'; })); const made = [, , , , 1, , 2].map((x) => x); say(shown(made)); delete Object.prototype[4];
    class Mine extends Array {} const mine = new Mine(); mine[2] = 1; mine[0] = 2; say(shown(mine), mine.length); Mine.prototype[1] = 'm'; say(mine[1], mine.indexOf('m')); mine[1] = 3; say(shown(mine));
    for (const lock of [Object.freeze, Object.seal, Object.preventExtensions]) { const locked = lock([, 1, , 2]); say(tried(() => { 'use strict'; locked[0] = 1; return 'done'; }), tried(() => { 'use strict'; locked[1] = 9; return 'done'; }), tried(() => { 'use strict'; delete locked[1]; return 'gone'; }), tried(() => locked.push(1)), shown(locked)); }
    const fixed = [, 1]; Object.defineProperty(fixed, 'length', { writable: false }); say(tried(() => { 'use strict'; fixed[5] = 1; return 'done'; }), tried(() => { 'use strict'; fixed[0] = 1; return 'done'; }), shown(fixed)); const getter = [, 1]; Object.defineProperty(getter, 4, { get: () => 'g', enumerable: true, configurable: true }); getter[3] = 3; say(shown(getter), getter.length); getter.length = 2; say(shown(getter));
    const hidden = []; hidden[3] = 1; Object.defineProperty(hidden, 3, { enumerable: false }); hidden[2] = 2; say(shown(hidden), hidden[3], Object.getOwnPropertyDescriptor(hidden, 3), Object.getOwnPropertyDescriptor(hidden, 2)); const args = (function () { arguments[5] = 5; delete arguments[0]; arguments[0] = 'again'; return arguments; })(1, 2, 3); say(Object.entries(args), args.length); const plain = { 5: 'five', 2: 'two' }; plain[0] = 'zero'; delete plain[5]; plain[900] = 'n'; say(plain, Object.keys(plain));
  }

  // 3 any operations in any order, against a map of elements
  {
    let state = 12345;
    const below = (max) => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return Math.floor((state / 2 ** 32) * max); };
    const value = () => [below(9), below(9) / 2, `t${below(9)}`, -0, null, undefined, 2 ** 31, NaN][below(below(2) ? 1 : 8)];
    let wrong = 0, operations = 0, hash = 0;
    for (let round = 0; round < 400; round++) {
      const array = below(3) ? [] : new Array(below(90));
      const known = new Map();
      let length = array.length;
      const limit = [8, 70, 300, 5000][below(4)];
      const set = (index, item) => { known.set(index, item); length = Math.max(length, index + 1); };
      const cut = (to) => { for (const index of [...known.keys()]) if (index >= to) known.delete(index); length = to; };
      for (let step = 0; step < 60; step++, operations++) {
        const index = below(limit), item = value();
        switch (below(12)) {
          case 0: case 1: case 2: array[index] = item; set(index, item); break;
          case 3: delete array[index]; known.delete(index); break;
          case 4: if (array.push(item) !== length + 1) wrong++; set(length, item); break;
          case 5: { const last = array.pop(); if (length > 0) { if (!Object.is(last, known.get(length - 1))) wrong++; cut(length - 1); } break; }
          case 6: array.length = index; cut(index); break;
          case 7: for (let i = Math.min(index, 100); i >= 0; i--) { array[i] = i; set(i, i); } break;
          case 8: if (array[index] !== known.get(index) && item === item && !Number.isNaN(known.get(index))) wrong++; break;
          case 9: { const at = array.indexOf(item); const all = [...known].filter(([, x]) => x === item).map(([i]) => i); if (at !== (all.length ? Math.min(...all) : -1)) wrong++; break; }
          case 10: { const from = below(length + 1), count = below(5); const taken = array.slice(from, from + count); for (let i = 0; i < taken.length; i++) if (Object.hasOwn(taken, i) !== known.has(from + i) || !Object.is(taken[i], known.get(from + i))) wrong++; break; }
          default: { let sum = 0; array.forEach((x, i) => { sum += i; if (!Object.is(x, known.get(i))) wrong++; }); hash = (Math.imul(hash, 31) + sum) | 0; }
        }
        if (array.length !== length) wrong++;
      }
      const keys = Object.keys(array);
      if (keys.join() !== [...known.keys()].sort((x, y) => x - y).join() || keys.some((key) => !Object.is(array[key], known.get(Number(key))))) wrong++;
      hash = (Math.imul(hash, 31) + shown(array).length) | 0;
    }
    say(operations, 'operations', wrong, 'wrong', hash);
  }

  // 4 bits of numbers that are no small integers
  {
    const numbers = [0, -0, 1.5, -1.5, 0.1, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 32 + 5, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 - 1, -(2 ** 53) + 3, 2 ** 62, 2 ** 63, 2 ** 63 + 4096, -(2 ** 63), 2 ** 64, 1e21, 1e300, -1e21, 4294967295.9, -4294967295.9, 5e-324, 12345678901.25, 7, -7];
    const all = (f) => numbers.map((x) => numbers.map((y) => f(x, y)).join()).join(';');
    let sums = [];
    for (const text of [all((x, y) => x & y), all((x, y) => x | y), all((x, y) => x ^ y), all((x, y) => x << y), all((x, y) => x >> y), all((x, y) => x >>> y), numbers.map((x) => ~x).join()]) { let sum = 7; for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0; sums.push(sum, text.length); }
    say(sums); say(numbers.map((x) => x | 0)); say(numbers.map((x) => x >>> 0)); say(numbers.map((x) => ~~x)); say(4294967296.5 & 4294967295, 0.5 | 0.25, 1e10 ^ 3.9, tried(() => 1n & 1.5), '3.7' & 2.9, [2.5] | 0, null ^ 1e12);
  }
  return lines;
}
