async () => {
  const log = [];
  const compose = (layers) => (ctx) => { let last = -1; const run = async (i) => { if (i <= last) throw new Error('next() called twice'); last = i; await layers[i]?.(ctx, () => run(i + 1)); }; return run(0); };
  const app = compose([
    async (ctx, next) => { log.push('>1'); await next(); log.push('<1'); ctx.status ??= 404; },
    async (ctx, next) => { try { await next(); } catch (e) { ctx.status = 500; ctx.body = e.message; } },
    async (ctx, next) => { log.push('>3'); if (ctx.path === '/bad') throw new TypeError('bad path'); await next(); },
    async (ctx) => { if (ctx.path === '/') { ctx.status = 200; ctx.body = 'home'; } },
  ]);
  const run = async (path) => { const ctx = { path }; await app(ctx); return ctx; };
  return { results: await Promise.all(['/', '/bad', '/none'].map(run)), log };
}

//= result: {
//=   results: [
//=     { path: "/", status: 200, body: "home" },
//=     { path: "/bad", status: 500, body: "bad path" },
//=     { path: "/none", status: 404 },
//=   ],
//=   log: [">1", ">3", ">1", ">3", ">1", ">3", "<1", "<1", "<1"],
//= }
