async () => {
  const waits = [];
  const sleep = (ms) => { waits.push(ms); return new Promise((r) => setTimeout(r, 1)); };
  const retry = async (f, { attempts = 4, base = 100, factor = 2 } = {}) => {
    const errors = [];
    for (let i = 0; i < attempts; i++) {
      try { return await f(i); } catch (error) { errors.push(error); if (i < attempts - 1) await sleep(base * factor ** i); }
    }
    throw new AggregateError(errors, `failed after ${attempts} attempts`, { cause: errors.at(-1) });
  };
  const ok = await retry(async (i) => { if (i < 2) throw new Error(`no ${i}`); return `ok ${i}`; });
  const bad = await retry(() => { throw new RangeError('never'); }, { attempts: 2 }).catch((e) => [e.name, e.message, e.errors.length, e.cause.name]);
  return { ok, bad, waits };
}

//= result: {
//=   ok: "ok 2",
//=   bad: ["AggregateError", "failed after 2 attempts", 2, "RangeError"],
//=   waits: [100, 200, 100],
//= }
