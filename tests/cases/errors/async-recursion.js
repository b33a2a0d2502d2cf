//! about = "recursion without end can be caught, also where it awaits"

async () => {
  // Where the stack ends in the middle of an await, the promise that is awaited is nobody's.
  process.on('unhandledRejection', () => {});
  const endless = {
    awaiting: async (n) => 1 + await endless.awaiting(n + 1),
    calling: async (n) => { state.exists('/'); return 1 + await endless.calling(n + 1); },
    finally: async (n) => { try { await endless.finally(n + 1); } finally { n += 1; } },
    all: async (n) => { await Promise.all([endless.all(n + 1)]); },
    made: (n) => new Promise((resolve) => resolve(endless.made(n + 1))),
    forAwait: async (n) => { for await (const x of [endless.forAwait(n + 1)]) return x; },
    generator: async () => { const steps = async function* (n) { yield* steps(n + 1); }; for await (const x of steps(0)) return x; },
    plain: (n) => endless.plain(n + 1),
    through: () => [1].map(endless.through),
  };
  const out = {};
  for (const [name, run] of Object.entries(endless)) {
    try { out[name] = await run(0); } catch (error) { out[name] = `${error.name}: ${error.message}`; }
  }
  const deep = async (n) => { await null; return n ? 1 + await deep(n - 1) : 0; };
  out.deep = await deep(20000);
  return out;
}
//= result: {
//=   awaiting: "RangeError: Maximum call stack size exceeded",
//=   calling: "RangeError: Maximum call stack size exceeded",
//=   finally: "RangeError: Maximum call stack size exceeded",
//=   all: "RangeError: Maximum call stack size exceeded",
//=   made: "RangeError: Maximum call stack size exceeded",
//=   forAwait: "RangeError: Maximum call stack size exceeded",
//=   generator: "RangeError: Maximum call stack size exceeded",
//=   plain: "RangeError: Maximum call stack size exceeded",
//=   through: "RangeError: Maximum call stack size exceeded",
//=   deep: 20000,
//= }
