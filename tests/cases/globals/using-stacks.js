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
