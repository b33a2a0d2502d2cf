// The built-ins around `using`: stacks of resources, the error that suppresses another, symbols.
async () => {
  let log = [];
  const opened = (name, error) => ({
    name,
    [Symbol.dispose]() { log.push(`-${name}`); if (error) throw new Error(error); },
    async [Symbol.asyncDispose]() { log.push(`~${name}`); await null; log.push(`~~${name}`); if (error) throw new Error(error); },
  });
  const told = (error) => error instanceof SuppressedError ? [told(error.error), told(error.suppressed)] : `${error.name}: ${error.message}`;
  const results = {};
  const check = async (name, run) => {
    log = [];
    let result;
    try { result = await run(); } catch (error) { result = { threw: told(error) }; }
    results[name] = log.length ? [result, log.join(" ")] : result;
  };

  await check("stack", () => {
    const stack = new DisposableStack();
    const given = [stack.use(opened("a")).name, stack.use(null), stack.adopt(5, (n) => log.push(`adopted ${n}`)), stack.defer(function (...rest) { log.push(`deferred ${this === globalThis} ${rest.length}`); })];
    return [given, stack.disposed, stack.dispose(), stack.disposed, stack.dispose()];
  });
  await check("stack with using", () => { using stack = new DisposableStack(); using other = stack.use(opened("a")); log.push("in"); });
  await check("move", () => {
    let kept;
    { using stack = new DisposableStack(); stack.use(opened("a")); kept = stack.move(); stack.disposed || log.push("wrong"); }
    log.push("out");
    kept.dispose();
    return kept instanceof DisposableStack;
  });
  await check("move of a class", () => { class Own extends DisposableStack {} const own = new Own(); return [own instanceof Own, own.move() instanceof Own]; });
  await check("errors", () => { const stack = new DisposableStack(); stack.use(opened("a", "of a")); stack.defer(() => { throw new Error("deferred"); }); stack.use(opened("b", "of b")); stack.dispose(); });
  await check("used up", () => ["use", "adopt", "defer", "move", "dispose"].map((name) => { const stack = new DisposableStack(); stack.dispose(); try { return [stack[name](null, () => {})]; } catch (error) { return told(error); } }));
  await check("async, used up", () => Promise.all(["use", "adopt", "defer", "move", "disposeAsync"].map(async (name) => { const stack = new AsyncDisposableStack(); stack.disposeAsync(); try { return [await stack[name](null, () => {})]; } catch (error) { return told(error); } })));
  await check("wrong values", () => [[1], [{}], [{ [Symbol.dispose]: 1 }]].map(([value]) => { try { new DisposableStack().use(value); } catch (error) { return told(error); } }));
  await check("wrong functions", () => [(s) => s.defer(), (s) => s.defer(1), (s) => s.adopt(1), (s) => s.adopt(1, {})].map((run) => { try { run(new DisposableStack()); } catch (error) { return told(error); } }));
  await check("wrong receivers", () => ["use", "adopt", "defer", "move", "dispose"].map((name) => { try { DisposableStack.prototype[name].call(name === "use" ? 1 : new AsyncDisposableStack(), null, () => {}); } catch (error) { return told(error); } }));
  await check("async, wrong receiver", () => AsyncDisposableStack.prototype.disposeAsync.call({}));
  await check("without new", () => [DisposableStack, AsyncDisposableStack].map((f) => { try { f(); } catch (error) { return told(error); } }));
  await check("added while disposing", () => { const stack = new DisposableStack(); stack.defer(() => stack.defer(() => log.push("never"))); stack.dispose(); });

  await check("async stack", async () => {
    const stack = new AsyncDisposableStack();
    stack.use(opened("a")); stack.use({ [Symbol.dispose]() { log.push("-b"); } }); stack.use(null);
    stack.adopt(5, async (n) => { log.push(`adopt ${n}`); await null; log.push("adopted"); });
    stack.defer(() => { log.push("deferred"); });
    const end = stack.disposeAsync();
    log.push(stack.disposed);
    const other = stack.disposeAsync();
    return [await other, await end, end === other];
  });
  await check("async stack with using", async () => { await using stack = new AsyncDisposableStack(); stack.use(opened("a")); log.push("in"); });
  await check("async errors", async () => { const stack = new AsyncDisposableStack(); stack.use(opened("a", "of a")); stack.defer(() => { throw new Error("deferred"); }); stack.use({ [Symbol.dispose]() { throw new Error("of b"); } }); await stack.disposeAsync(); });
  await check("async move", async () => { const stack = new AsyncDisposableStack(); stack.use(opened("a")); const kept = stack.move(); await stack.disposeAsync(); log.push("moved"); await kept.disposeAsync(); });
  await check("async turns", async () => {
    const stack = new AsyncDisposableStack();
    stack.use(null); stack.use(opened("a")); stack.use(null);
    let isOver = false;
    (async () => { for (let n = 1; !isOver; n++) { await null; log.push(n); } })();
    await stack.disposeAsync();
    isOver = true;
  });

  await check("error", () => {
    const error = new SuppressedError(1, 2, "both");
    const bare = SuppressedError("a", "b");
    const marks = ({ writable, enumerable, configurable }) => [writable, enumerable, configurable];
    return [error instanceof Error, `${error}`, error.error, error.suppressed, `${bare}`, bare.error, Object.hasOwn(bare, "message"), marks(Object.getOwnPropertyDescriptor(error, "error")), Object.keys(error), SuppressedError.length, Object.getPrototypeOf(SuppressedError) === Error, new SuppressedError(1, 2, 3, { cause: 4 }).cause];
  });
  await check("error of a class", () => { class Own extends SuppressedError { name = "Own"; } return [`${new Own(1, 2, "m")}`, new Own(1, 2).suppressed]; });

  const shape = (object) => Reflect.ownKeys(object).map((key) => { const { value, get, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(object, key); const f = get ?? value; return [String(key), typeof f === "function" ? [f.name, f.length] : typeof f, writable, enumerable, configurable].join(); }).sort();
  await check("shapes", () => [DisposableStack, DisposableStack.prototype, AsyncDisposableStack, AsyncDisposableStack.prototype, SuppressedError.prototype].map(shape));
  await check("same functions", () => [DisposableStack.prototype.dispose === DisposableStack.prototype[Symbol.dispose], AsyncDisposableStack.prototype.disposeAsync === AsyncDisposableStack.prototype[Symbol.asyncDispose]]);
  await check("texts", () => [String(new DisposableStack()), String(new AsyncDisposableStack()), String(Symbol.dispose), String(Symbol.asyncDispose)]);
  await check("no clone", () => [new DisposableStack(), new AsyncDisposableStack()].map((stack) => { try { return structuredClone(stack); } catch (error) { return [error.name, error.message]; } }));
  await check("symbols", () => ["dispose", "asyncDispose"].map((name) => { const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(Symbol, name); return [writable, enumerable, configurable]; }));
  await check("iterators", () => [Iterator.prototype[Symbol.dispose].name, Object.getPrototypeOf(Object.getPrototypeOf((async function* () {}).prototype))[Symbol.asyncDispose].name]);
  await check("globals", () => ["SuppressedError", "DisposableStack", "AsyncDisposableStack"].map((name) => { const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, name); return [writable, enumerable, configurable]; }));
  return results;
}
//= result: {
//=   stack: [
//=     [["a", null, 5, undefined], false, undefined, true, undefined],
//=     "deferred true 0 adopted 5 -a",
//=   ],
//=   "stack with using": [undefined, "in -a -a"],
//=   move: [true, "out -a"],
//=   "move of a class": [true, false],
//=   errors: [{ threw: ["Error: of a", ["Error: deferred", "Error: of b"]] }, "-b -a"],
//=   "used up": [
//=     "ReferenceError: Cannot call DisposableStack.prototype.use on an already-disposed DisposableStack",
//=     "ReferenceError: Cannot call DisposableStack.prototype.adopt on an already-disposed DisposableStack",
//=     "ReferenceError: Cannot call DisposableStack.prototype.defer on an already-disposed DisposableStack",
//=     "ReferenceError: Cannot call DisposableStack.prototype.move on an already-disposed DisposableStack",
//=     [undefined],
//=   ],
//=   "async, used up": [
//=     "ReferenceError: Cannot call AsyncDisposableStack.prototype.use on an already-disposed DisposableStack",
//=     "ReferenceError: Cannot call AsyncDisposableStack.prototype.adopt on an already-disposed DisposableStack",
//=     "ReferenceError: Cannot call AsyncDisposableStack.prototype.defer on an already-disposed DisposableStack",
//=     "ReferenceError: Cannot call AsyncDisposableStack.prototype.move on an already-disposed DisposableStack",
//=     [undefined],
//=   ],
//=   "wrong values": [
//=     "TypeError: An object is expected with `using` declarations",
//=     "TypeError: Symbol(Symbol.dispose) is not a function",
//=     "TypeError: Symbol(Symbol.dispose) is not a function",
//=   ],
//=   "wrong functions": [
//=     "TypeError: undefined is not a function",
//=     "TypeError: 1 is not a function",
//=     "TypeError: undefined is not a function",
//=     "TypeError: #<Object> is not a function",
//=   ],
//=   "wrong receivers": [
//=     "TypeError: Method DisposableStack.prototype.use called on incompatible receiver 1",
//=     "TypeError: Method DisposableStack.prototype.adopt called on incompatible receiver #<AsyncDisposableStack>",
//=     "TypeError: Method DisposableStack.prototype.defer called on incompatible receiver #<AsyncDisposableStack>",
//=     "TypeError: Method DisposableStack.prototype.move called on incompatible receiver #<AsyncDisposableStack>",
//=     "TypeError: Method DisposableStack.prototype.dispose called on incompatible receiver #<AsyncDisposableStack>",
//=   ],
//=   "async, wrong receiver": { threw: "TypeError: Receiver is not an AsyncDisposableStack" },
//=   "without new": [
//=     "TypeError: Constructor DisposableStack requires 'new'",
//=     "TypeError: Constructor AsyncDisposableStack requires 'new'",
//=   ],
//=   "added while disposing": {
//=     threw: "ReferenceError: Cannot call DisposableStack.prototype.defer on an already-disposed DisposableStack",
//=   },
//=   "async stack": [[undefined, undefined, false], "deferred true adopt 5 adopted -b ~a ~~a"],
//=   "async stack with using": [undefined, "in ~a ~~a"],
//=   "async errors": [{ threw: ["Error: of a", ["Error: deferred", "Error: of b"]] }, "~a ~~a"],
//=   "async move": [undefined, "moved ~a ~~a"],
//=   "async turns": [undefined, "~a 1 ~~a 2 3 4"],
//=   error: [
//=     true,
//=     "SuppressedError: both",
//=     1,
//=     2,
//=     "SuppressedError",
//=     "a",
//=     false,
//=     [true, false, true],
//=     [],
//=     3,
//=     true,
//=     undefined,
//=   ],
//=   "error of a class": ["Own: m", 2],
//=   shapes: [
//=     [
//=       "length,number,false,false,true",
//=       "name,string,false,false,true",
//=       "prototype,object,false,false,false",
//=     ],
//=     [
//=       "Symbol(Symbol.dispose),dispose,0,true,false,true",
//=       "Symbol(Symbol.toStringTag),string,false,false,true",
//=       "adopt,adopt,2,true,false,true",
//=       "constructor,DisposableStack,0,true,false,true",
//=       "defer,defer,1,true,false,true",
//=       "dispose,dispose,0,true,false,true",
//=       "disposed,get disposed,0,,false,true",
//=       "move,move,0,true,false,true",
//=       "use,use,1,true,false,true",
//=     ],
//=     [
//=       "length,number,false,false,true",
//=       "name,string,false,false,true",
//=       "prototype,object,false,false,false",
//=     ],
//=     [
//=       "Symbol(Symbol.asyncDispose),disposeAsync,0,true,false,true",
//=       "Symbol(Symbol.toStringTag),string,false,false,true",
//=       "adopt,adopt,2,true,false,true",
//=       "constructor,AsyncDisposableStack,0,true,false,true",
//=       "defer,defer,1,true,false,true",
//=       "disposeAsync,disposeAsync,0,true,false,true",
//=       "disposed,get disposed,0,,false,true",
//=       "move,move,0,true,false,true",
//=       "use,use,1,true,false,true",
//=     ],
//=     [
//=       "constructor,SuppressedError,3,true,false,true",
//=       "message,string,true,false,true",
//=       "name,string,true,false,true",
//=     ],
//=   ],
//=   "same functions": [true, true],
//=   texts: [
//=     "[object DisposableStack]",
//=     "[object AsyncDisposableStack]",
//=     "Symbol(Symbol.dispose)",
//=     "Symbol(Symbol.asyncDispose)",
//=   ],
//=   "no clone": [
//=     ["DataCloneError", "#<DisposableStack> could not be cloned."],
//=     ["DataCloneError", "#<AsyncDisposableStack> could not be cloned."],
//=   ],
//=   symbols: [[false, false, false], [false, false, false]],
//=   iterators: ["[Symbol.dispose]", "[Symbol.asyncDispose]"],
//=   globals: [[true, false, true], [true, false, true], [true, false, true]],
//= }
