() => {
  const out = [];
  const seen = [];
  const tried = (act) => { try { return act(); } catch (error) { return error.name + ': ' + error.message; } };
  const like = { length: 3, 0: 'a', get 1() { seen.push('get'); return 1.5; } };
  const made = Array.from(like, function (value, index) { seen.push(this.of + index); return value; }, { of: 'at' });
  made.push(4);
  out.push(made, seen, Array.isArray(made), made.length, Object.getPrototypeOf(made) === Array.prototype);
  out.push(Array.from({ length: 3 }, (_, index) => index * 2), Array.from({ length: '2' }), Array.from({ length: -1 }), Array.from({}), Array.from(5));
  class Own extends Array {}
  out.push(Own.from({ length: 2 }, () => 1) instanceof Own, Array.from.call(undefined, { length: 1 }, () => 2), JSON.stringify(Array.from.call(Object, { length: 1, 0: 'x' })));
  let calls = 0;
  out.push(tried(() => Array.from({ length: 2 ** 32 }, () => calls++)), calls);
  out.push(tried(() => Array.from({ length: 5 }, (_, index) => { if (index > 2) throw new Error('at ' + index); return calls++; })), calls);
  Object.prototype[0] = 'inherited';
  Object.defineProperty(Array.prototype, 1, { set() { calls = 'set'; }, configurable: true });
  out.push(Array.from({ length: 2 }), calls);
  delete Object.prototype[0];
  delete Array.prototype[1];
  const growing = { length: 2 };
  out.push(Array.from(growing, (value, index) => { growing.length = 9; growing[index + 1] = index; return value; }));
  return JSON.stringify(out);
}
