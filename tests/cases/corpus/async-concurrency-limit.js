async () => {
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let active = 0, peak = 0;
  const work = async (n) => { active++; peak = Math.max(peak, active); await sleep(5 + ((n * 7) % 10)); active--; if (n === 4) throw new Error('four'); return n * n; };
  const pool = async (items, limit, f) => {
    const results = new Array(items.length);
    const queue = items.entries();
    await Promise.all(Array.from({ length: limit }, async () => { for (const [i, item] of queue) results[i] = await f(item).then((value) => ({ value }), (e) => ({ error: e.message })); }));
    return results;
  };
  return { results: await pool([1, 2, 3, 4, 5, 6, 7], 3, work), peak };
}

//= result: {
//=   results: [
//=     { value: 1 },
//=     { value: 4 },
//=     { value: 9 },
//=     { error: "four" },
//=     { value: 25 },
//=     { value: 36 },
//=     { value: 49 },
//=   ],
//=   peak: 3,
//= }
