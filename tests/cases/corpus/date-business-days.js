async () => {
  const holidays = new Set(['2024-12-25', '2024-12-26', '2025-01-01']);
  const day = 24 * 60 * 60 * 1000;
  const iso = (d) => d.toISOString().slice(0, 10);
  const isBusiness = (d) => d.getUTCDay() % 6 !== 0 && !holidays.has(iso(d));
  const add = (start, count) => {
    let at = new Date(start);
    while (count > 0) { at = new Date(+at + day); if (isBusiness(at)) count--; }
    return iso(at);
  };
  const between = (a, b) => { let n = 0; for (let t = Date.parse(a); t < Date.parse(b); t += day) if (isBusiness(new Date(t))) n++; return n; };
  return { due: [1, 5, 10].map((n) => add('2024-12-20', n)), between: between('2024-12-20', '2025-01-06'), weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date('2024-12-20').getUTCDay()] };
}

//= result: { due: ["2024-12-23", "2024-12-31", "2025-01-08"], between: 8, weekday: "Fri" }
