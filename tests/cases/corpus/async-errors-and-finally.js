async () => {
  const trail = [];
  const f = async (kind) => { try { if (kind === 'throw') throw new TypeError('t'); if (kind === 'reject') await Promise.reject(new RangeError('r')); return kind; } catch (e) { trail.push(e.name); throw new Error('wrapped', { cause: e }); } finally { trail.push(`finally ${kind}`); } };
  const results = [];
  for (const kind of ['ok', 'throw', 'reject']) results.push(await f(kind).catch((e) => `${e.message} <- ${e.cause.message}`));
  const override = (() => { try { return 'try'; } finally { trail.push('before return'); } })();
  const label = (() => { outer: for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; trail.push(`${i}${j}`); } return 'end'; })();
  let custom;
  class HttpError extends Error { constructor(status, ...rest) { super(...rest); this.name = 'HttpError'; this.status = status; } }
  try { throw new HttpError(404, 'missing'); } catch (e) { custom = [e instanceof HttpError, e instanceof Error, `${e}`, e.status, typeof e.stack]; }
  return { results, override, label, custom, trail };
}

//= result: {
//=   results: ["ok", "wrapped <- t", "wrapped <- r"],
//=   override: "try",
//=   label: "end",
//=   custom: [true, true, "HttpError: missing", 404, "string"],
//=   trail: [
//=     "finally ok",
//=     "TypeError",
//=     "finally throw",
//=     "RangeError",
//=     "finally reject",
//=     "before return",
//=     "00",
//=     "10",
//=   ],
//= }
