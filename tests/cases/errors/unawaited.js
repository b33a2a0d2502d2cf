async () => {
  const text = (f) => { try { f(); return 'none'; } catch (error) { return error.message; } };
  const load = async () => 'text';
  const pending = load();
  return [
    () => state.glob('**').map((path) => path), () => load().trim(), () => pending.split(','), () => { for (const x of state.glob('**')) ; },
    () => { const [first] = load(); }, () => [...pending], () => ({}).map(), () => [1].trim(), () => pending.then(),
  ].map(text);
}
//= result: [
//=   "state.glob(...).map is not a function; state.glob(...) is a promise: await it first, (await state.glob(...)).map",
//=   "load(...).trim is not a function; load(...) is a promise: await it first, (await load(...)).trim",
//=   "pending.split is not a function; pending is a promise: await it first, (await pending).split",
//=   "object is not iterable; it is a promise: await it first",
//=   "load(...) is not iterable; it is a promise: await it first",
//=   "pending is not iterable; it is a promise: await it first",
//=   "(intermediate value).map is not a function",
//=   "[1].trim is not a function",
//=   "none",
//= ]
//= console.warn: note: line 6: `map` was asked of a promise, which has none: await the promise first
//= console.warn: note: line 6: `trim` was asked of a promise, which has none: await the promise first
//= console.warn: note: line 6: `pending` is a promise, which has no `split`: await it first, (await pending).split
