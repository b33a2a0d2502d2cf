async (require) => {
  const lines = [];
  const say = (...values) => { lines.push(JSON.stringify(values)); };
  const caught = (task) => { try { return ['returned', task()]; } catch (error) { return [error.name, error.code, error.message]; } };
  const assert = require('node:assert');
  const util = require('util');
  const EventEmitter = require('events');

  // Equality: all pairs of values, loosely and strictly.
  const circular = (name) => { const made = { name }; made.self = made; return made; };
  class Point { constructor(x) { this.x = x; } }
  const symbol = Symbol('s');
  const values = () => [
    undefined, null, 0, -0, 1, NaN, '', '1', 'a', true, false, 1n, 10n, symbol, Object(1), Object('a'), Object(true), Object(1n),
    {}, { a: 1 }, { a: '1' }, { a: undefined }, { b: undefined }, { a: 1, b: 2 }, { b: 2, a: 1 }, { [symbol]: 1 }, { a: { b: [1, { c: 2 }] } },
    [], [1], ['1'], [undefined], [,], [1, 2], [2, 1], Object.assign([1], { x: 1 }), [[1], [2]], { 0: 1, length: 1 },
    new Date(0), new Date(1), new Date(NaN), /a/, /a/g, /b/, new Error('a'), new Error('b'), new TypeError('a'), new Error('a', { cause: 1 }),
    new Map(), new Map([[1, 2]]), new Map([[1, '2']]), new Map([[2, 1], [1, 2]]), new Map([[1, 2], [2, 1]]), new Map([[{ a: 1 }, 1]]),
    new Set(), new Set([1]), new Set(['1']), new Set([1, 2]), new Set([2, 1]), new Set([{ a: 1 }]), new Set([{ a: 2 }]), new Set([[1], [2]]),
    new Uint8Array([1, 2]), new Uint8Array([1, 3]), new Uint16Array([1, 2]), new Uint8Array(2).buffer, new Uint8Array(3).buffer, new Float64Array([NaN, 0]), new Float64Array([NaN, -0]),
    Object.create(null), Object.assign(Object.create(null), { a: 1 }), new Point(1), new Point(2), circular('a'), circular('b'), new AggregateError([1], 'm'), new AggregateError([2], 'm'),
  ];
  const [left, right] = [values(), values()];
  for (const one of left) {
    const answers = right.map((other) => {
      const is = (name) => { try { assert[name](one, other); return 1; } catch (error) { return error.code === 'ERR_ASSERTION' ? 0 : `${error}`; } };
      return `${is('deepEqual')}${is('deepStrictEqual')}${is('notDeepEqual')}${is('notDeepStrictEqual')}${Number(util.isDeepStrictEqual(one, other))}`;
    });
    say(answers.join(' '));
  }

  // Assertions.
  const checks = {
    ok: () => assert.ok(1), truth: () => assert('x'), own: () => assert(0, 'own words'), error: () => assert(false, new TypeError('mine')),
    equal: () => assert.equal(1, '1'), equal2: () => assert.equal(1, 2), equal3: () => assert.equal(NaN, NaN), notEqual: () => assert.notEqual(1, 1), notEqual2: () => assert.notEqual(1, 2),
    strict: () => assert.strictEqual(1, 2), strict2: () => assert.strictEqual('a', 'a'), strict3: () => assert.strictEqual(1, 2, 'said'), strict4: () => assert.strictEqual(NaN, NaN), strict5: () => assert.strictEqual(0, -0),
    notStrict: () => assert.notStrictEqual(1, 1), notStrict2: () => assert.notStrictEqual(1, '1'), deep: () => assert.deepEqual([1, { a: 2 }], [1, { a: '2' }]),
    fail: () => assert.fail(), fail2: () => assert.fail('why'), fail3: () => assert.fail(new RangeError('r')),
    match: () => assert.match('abc', /b/), match2: () => assert.match('abc', /x/), not: () => assert.doesNotMatch('abc', /x/), not2: () => assert.doesNotMatch('abc', /b/),
    throws: () => assert.throws(() => { throw new TypeError('no'); }), throws2: () => assert.throws(() => 1), throws3: () => assert.throws(() => { throw new TypeError('no'); }, TypeError),
    throws4: () => assert.throws(() => { throw new TypeError('no'); }, /no/), throws5: () => assert.throws(() => { throw new TypeError('no'); }, /yes/),
    throws6: () => assert.throws(() => { throw new TypeError('no'); }, { name: 'TypeError', message: 'no' }), throws7: () => assert.throws(() => { throw new TypeError('no'); }, { message: /n/ }),
    throws8: () => assert.throws(() => { throw new TypeError('no'); }, (error) => error instanceof TypeError), throws9: () => assert.throws(() => 1, TypeError), throws10: () => assert.throws(() => 1, 'words'),
    throws11: () => assert.throws(() => { throw new TypeError('no'); }, RangeError), without: () => assert.doesNotThrow(() => 1),
    ifError: () => assert.ifError(null), ifError2: () => assert.ifError(new Error('e')), both: () => assert.strict.equal(1, '1'), both2: () => require('assert/strict') === assert.strict,
  };
  for (const [name, task] of Object.entries(checks)) {
    const [kind, code, message] = caught(task);
    // Where Node shows the source or a comparison of lines, the words are our own.
    say(name, kind, code, ['deep', 'throws11'].includes(name) ? '' : message);
  }
  const later = async (task) => { try { return ['resolved', await task()]; } catch (error) { return [error.name, error.code, error.message]; } };
  say('rejects', await later(() => assert.rejects(async () => { throw new Error('x'); }, /x/)), await later(() => assert.rejects(Promise.resolve(1))), await later(() => assert.doesNotReject(async () => 1)));
  const own = caught(() => assert.strictEqual(1, 2, 'said'));
  say(own, new assert.AssertionError({ message: 'm', actual: 1, expected: 2, operator: 'o' }) instanceof Error);

  // Events.
  const told = [];
  const emitter = new EventEmitter();
  const hear = (name) => (...args) => told.push([name, ...args]);
  const [a, b] = [hear('a'), hear('b')];
  emitter.on('newListener', (type, listener) => told.push(['new', `${String(type)}`, listener === a || listener === b]));
  emitter.on('removeListener', (type) => told.push(['removed', String(type)]));
  say(emitter.on('x', a) === emitter, emitter.emit('x', 1, 2), emitter.emit('y'));
  emitter.once('x', b).prependListener('x', hear('first')).prependOnceListener('x', hear('once first'));
  emitter.emit('x', 3);
  emitter.emit('x', 4);
  emitter.off('x', a).off('x', a);
  say(told.splice(0), emitter.listenerCount('x'), emitter.eventNames(), emitter.listeners('x').length, emitter.rawListeners('z'));
  emitter.on('during', () => { emitter.on('during', hear('late')); told.push('during'); });
  emitter.emit('during');
  emitter.emit('during');
  say(told.splice(0));
  emitter.once(symbol, a);
  say(emitter.listeners(symbol)[0] === a, emitter.rawListeners(symbol)[0] === a, emitter.rawListeners(symbol)[0].listener === a);
  say(caught(() => emitter.emit('error', new RangeError('r'))), caught(() => emitter.emit('error', 'text')), caught(() => emitter.emit('error', { a: 1 })), caught(() => emitter.on('x', 1)), caught(() => emitter.on('x')), caught(() => emitter.on('x', null)));
  emitter.on(EventEmitter.errorMonitor, hear('monitor'));
  emitter.on('error', hear('error'));
  say(emitter.emit('error', 1), told.splice(0));
  say(emitter.getMaxListeners(), emitter.setMaxListeners(3) === emitter, emitter.getMaxListeners(), EventEmitter.defaultMaxListeners, EventEmitter.EventEmitter === EventEmitter);
  emitter.removeAllListeners('during');
  say(told.splice(0), emitter.eventNames().map(String));
  emitter.removeAllListeners();
  say(told.splice(0), emitter.eventNames(), emitter.listenerCount('x'));
  class Own extends EventEmitter { constructor() { super(); this.n = 1; } }
  function Old() { EventEmitter.call(this); }
  util.inherits(Old, EventEmitter);
  const [own2, old] = [new Own(), new Old()];
  say(own2 instanceof EventEmitter, old instanceof EventEmitter, Old.super_ === EventEmitter, own2.on('a', a).emit('a', 'own'), old.on('a', a).emit('a', 'old'), told.splice(0));
  const waited = EventEmitter.once(own2, 'done');
  own2.emit('done', 1, 2);
  const failed = EventEmitter.once(own2, 'never');
  own2.emit('error', new Error('failed'));
  say(await waited, await later(() => failed), own2.eventNames());

  // Utilities.
  say(util.inspect({ a: { b: { c: { d: 1 } } } }), util.inspect({ a: { b: { c: { d: 1 } } } }, { depth: null }), util.inspect({ a: { b: 1 } }, { depth: 0 }), util.inspect('text'), util.inspect([1, [2, [3, [4, [5]]]]], false, null), util.inspect(new Map([[1, { a: 2 }]])));
  say(util.format('%s is %d and %j', 'a', 1.5, { b: 1 }), util.format('a', { b: [1] }, 2), util.format('%o%%', 1), util.format(1, 2, '3'), util.format());
  say(util.isDeepStrictEqual([1, { a: new Set([1]) }], [1, { a: new Set([1]) }]), util.isArray([]), util.types.isDate(new Date()), util.types.isRegExp({}), util.types.isPromise(Promise.resolve()), util.types.isTypedArray(new Uint8Array()), util.types.isTypedArray(new DataView(new ArrayBuffer(1))), util.types.isAsyncFunction(async () => {}), util.types.isAsyncFunction(() => {}), util.types.isGeneratorFunction(function* () {}), util.types.isNativeError(new TypeError()), util.types.isBoxedPrimitive(Object(1)), util.types.isBoxedPrimitive(1));
  say(await util.promisify((x, done) => done(null, x + 1))(1), await later(() => util.promisify((done) => done(new Error('p')))()), await new Promise((resolve) => util.callbackify(async (x) => x * 2)(4, (error, value) => resolve([error, value]))), await new Promise((resolve) => util.callbackify(async () => { throw new Error('c'); })((error) => resolve(error.message))));
  say(caught(() => util.promisify(1)), util.stripVTControlCharacters('\u001b[31mred\u001b[0m'), util.deprecate(() => 5, 'old')(), util.toUSVString('a\ud800'), util.inspect.custom === Symbol.for('nodejs.util.inspect.custom'));
  const numbers = Array.from({ length: 20_000 }, (_, index) => index);
  const reversed = numbers.toReversed();
  const pairs = (list) => list.map((number) => [number, { number }]);
  say(util.isDeepStrictEqual(new Set(numbers), new Set(reversed)), util.isDeepStrictEqual(new Map(pairs(numbers)), new Map(pairs(reversed))), util.isDeepStrictEqual(new Set(numbers), new Set(reversed.map((n) => n + 1))));
  say(util.isDeepStrictEqual(new Set([{ a: 1 }, { a: 2 }, 3]), new Set([3, { a: 2 }, { a: 1 }])), util.isDeepStrictEqual(new Map([[{ a: 1 }, 1], [{ a: 1 }, 2]]), new Map([[{ a: 1 }, 2], [{ a: 1 }, 1]])), util.isDeepStrictEqual(new Map([[1, NaN], [NaN, 1]]), new Map([[NaN, 1], [1, NaN]])), util.isDeepStrictEqual(new Set([1]), new Set(['1'])));
  const { createRequire, isBuiltin, builtinModules } = require('module');
  say(createRequire('/x.js')('path').join('a', 'b'), createRequire('file:///a%20b/x.js')('node:util') === util, isBuiltin('node:fs'), isBuiltin('lodash'), builtinModules.includes('fs'));
  return lines;
}
