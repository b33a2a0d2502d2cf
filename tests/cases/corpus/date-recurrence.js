async () => {
  function* monthly(start, dayOfMonth) {
    for (let i = 0; ; i++) {
      const date = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + i + 1, 0));
      date.setUTCDate(Math.min(dayOfMonth, date.getUTCDate()));
      if (date >= start) yield date;
    }
  }
  const take = (n, iterable) => { const out = []; for (const x of iterable) { if (out.length === n) break; out.push(x); } return out; };
  const dates = take(5, monthly(new Date('2023-12-31'), 31)).map((d) => d.toISOString().slice(0, 10));
  const d = new Date(Date.UTC(2024, 0, 31));
  d.setUTCMonth(1);
  return { dates, overflow: d.toISOString().slice(0, 10), diff: Math.round((Date.UTC(2024, 2, 1) - Date.UTC(2024, 1, 1)) / 864e5) };
}

//= result: {
//=   dates: ["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"],
//=   overflow: "2024-03-02",
//=   diff: 29,
//= }
