async () => {
  const log = [];
  const say = (text) => log.push(String(text));
  const done = (value) => Promise.resolve(value);
  const ticks = async (name, count) => { for (let i = 0; i < count; i++) { await null; say(name + i); } };
  const after = (ms) => new Promise((resolve) => { let left = ms; const step = () => (left-- ? queueMicrotask(step) : resolve('late')); step(); });

  // Settled elements alone, in the midst of other jobs.
  const first = ticks('a', 4);
  done().then(() => say('before'));
  const plain = Promise.all([done(1), done(2), done(3)]).then((values) => say('all ' + values));
  done().then(() => say('behind'));
  await plain;
  await first;

  // The same promise many times, frozen ones, and more than one call at once.
  const shared = Object.freeze(done('s'));
  const second = ticks('b', 6);
  await Promise.all([
    Promise.all([shared, shared, shared]).then((values) => say(values)),
    Promise.all([shared]).then((values) => say(values)),
    Promise.all(Array.from({ length: 5 }, (_, i) => done(i))).then((values) => say(values)),
    Promise.all([]).then((values) => say('none ' + values.length)),
  ]);
  await second;

  // Settled, pending, rejected, thenable and plain elements next to each other.
  const third = ticks('c', 12);
  say(await Promise.all([done(1), after(2), done(2), 3, done(4), { then(resolve) { say('then'); resolve('t'); } }, done(5)]));
  await Promise.all([done(1), Promise.reject('no'), done(2), Promise.reject('never')]).catch((reason) => say('rejected ' + reason));
  await Promise.all([done(1), after(3).then(() => { throw 'late no'; }), done(2)]).catch((reason) => say(reason));
  await third;

  // Elements that a program has touched, between ones that it has not.
  const own = done('own');
  own.then = function (a, b) { say('own then'); return Promise.prototype.then.call(this, a, b); };
  const made = done('made');
  Object.defineProperty(made, 'constructor', { get() { say('constructor'); return Promise; } });
  class Sub extends Promise {}
  say(await Promise.all([done(1), own, done(2), made, Sub.resolve(3), done(4)]));
  const proto = done('proto');
  Object.setPrototypeOf(proto, { then(a) { say('proto then'); a('p'); }, constructor: Promise });
  say(await Promise.all([done(1), proto, done(2)]));

  // What is touched while the elements are gone over counts from then on.
  const { then } = Promise.prototype;
  const touching = { get then() { say('touch'); Promise.prototype.then = function (a, b) { say('touched'); return then.call(this, a, b); }; } };
  const touched = Promise.all([done(1), done(2), touching, done(3), done(4)]);
  Promise.prototype.then = then;
  say((await touched).length);
  const touchedNow = { get then() { return (resolve) => { resolve(1); }; } };
  Object.defineProperty(touchedNow, 'constructor', { value: Object });
  say(await Promise.all([done(0), touchedNow, done(2)]));
  const species = Object.getOwnPropertyDescriptor(Promise, Symbol.species);
  Object.defineProperty(Promise, Symbol.species, { get() { say('species'); return Promise; }, configurable: true });
  await Promise.all([done(1), done(2)]);
  Object.defineProperty(Promise, Symbol.species, species);
  const constructor = Object.getOwnPropertyDescriptor(Promise.prototype, 'constructor');
  Object.defineProperty(Promise.prototype, 'constructor', { get() { say('read'); return Promise; }, configurable: true });
  const read = Promise.all([done(1), done(2)]);
  Object.defineProperty(Promise.prototype, 'constructor', constructor);
  say(await read);

  // The list: one that grows or shrinks on the way, holes, other iterators, one that fails.
  const growing = [done(1), done(2)];
  growing.splice(1, 0, { get then() { if (growing.length < 6) growing.push(done(growing.length)); return undefined; } });
  say((await Promise.all(growing)).length);
  const shrinking = [done(1), { get then() { shrinking.length = 2; return undefined; } }, done(2), done(3)];
  say((await Promise.all(shrinking)).length);
  say(await Promise.all([done(1), , done(2)]));
  const getter = [done(1), done(2), done(3)];
  Object.defineProperty(getter, 1, { get() { say('element'); return done('got'); } });
  say(await Promise.all(getter));
  say(await Promise.all(new Set([done(1), done(2)])));
  say(await Promise.all((function* () { say('yield'); yield done(1); say('yield'); yield done(2); })()));
  const fourth = ticks('d', 4);
  await Promise.all((function* () { yield done(1); yield done(2); throw 'broken'; })()).catch((reason) => say(reason));
  await fourth;
  const values = Array.prototype[Symbol.iterator];
  Array.prototype[Symbol.iterator] = function () { say('iterator'); return values.call(this); };
  const iterated = Promise.all([done(1), done(2)]);
  Array.prototype[Symbol.iterator] = values;
  say(await iterated);
  const closing = [done(1), done(2)];
  closing[Symbol.iterator] = function () { return { next: () => ({ value: 1, done: false }), return() { say('closed'); return {}; } }; };
  const resolve = Promise.resolve;
  Promise.resolve = function (value) { say('resolve'); if (++closing.count > 2) throw 'enough'; return resolve.call(this, value); };
  closing.count = 0;
  const closed = Promise.all(closing);
  Promise.resolve = resolve;
  await closed.catch((reason) => say(reason));

  // The result is an array of its own, and a plain one.
  const result = await Promise.all([done(1), done('two')]);
  result.push(3);
  say(JSON.stringify(result) + Array.isArray(result) + (Object.getPrototypeOf(result) === Array.prototype));
  const many = await Promise.all(Array.from({ length: 2000 }, (_, i) => (i % 500 === 499 ? i : done(i))));
  say(many.length + ' ' + many.every((value, i) => value === i));
  return log.join('\n');
}
