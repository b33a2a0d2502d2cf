async () => {
  function* accumulator() {
    let total = 0, count = 0;
    while (true) {
      try {
        const value = yield count ? total / count : null;
        if (value === undefined) return { total, count };
        total += value;
        count++;
      } catch (error) { total = count = 0; }
    }
  }
  const it = accumulator();
  const out = [it.next(), it.next(10), it.next(20), it.throw(new Error('reset')), it.next(6), it.next()];
  function* outer() { const result = yield* (function* () { yield 1; return 'inner'; })(); yield result; }
  return { out, outer: [...outer()], done: it.next() };
}

//= result: {
//=   out: [
//=     { value: null, done: false },
//=     { value: 10, done: false },
//=     { value: 15, done: false },
//=     { value: null, done: false },
//=     { value: 6, done: false },
//=     { value: { total: 6, count: 1 }, done: true },
//=   ],
//=   outer: [1, "inner"],
//=   done: { value: undefined, done: true },
//= }
