async () => {
  const transactions = [['open', 'a', 100], ['open', 'b', 0], ['move', 'a', 'b', 30.1], ['move', 'b', 'a', 500], ['move', 'a', 'zzz', 1], ['move', 'a', 'b', 0.2], ['fee', 'b', 0.05]];
  const balances = new Map();
  const journal = [];
  const change = (id, by) => { if (!balances.has(id)) throw new Error(`no account ${id}`); const next = Math.round((balances.get(id) + by) * 100) / 100; if (next < 0) throw new RangeError(`${id} would be ${next}`); balances.set(id, next); };
  for (const [kind, ...args] of transactions) {
    const snapshot = new Map(balances);
    try {
      if (kind === 'open') balances.set(...args);
      else if (kind === 'move') { const [from, to, amount] = args; change(from, -amount); change(to, amount); }
      else change(args[0], -args[1]);
      journal.push('ok');
    } catch (error) { balances.clear(); for (const [k, v] of snapshot) balances.set(k, v); journal.push(`${error.name}: ${error.message}`); }
  }
  return { balances: Object.fromEntries(balances), journal };
}

//= result: {
//=   balances: { a: 69.7, b: 30.25 },
//=   journal: ["ok", "ok", "ok", "RangeError: b would be -469.9", "Error: no account zzz", "ok", "ok"],
//= }
