async () => {
  const events = [['ann', 0], ['bob', 5], ['ann', 100], ['ann', 2000], ['bob', 1900], ['bob', 1950], ['ann', 2100]];
  const gap = 1000;
  const sessions = {};
  for (const [user, at] of events.sort((a, b) => a[1] - b[1])) {
    const list = (sessions[user] ||= []);
    const last = list[list.length - 1];
    if (last && at - last.end <= gap) { last.end = at; last.events += 1; }
    else list.push({ start: at, end: at, events: 1 });
  }
  const lengths = Object.values(sessions).flat().map((s) => s.end - s.start);
  const mean = lengths.reduce((a, b) => a + b, 0) / lengths.length;
  return { sessions, mean, longest: Math.max(...lengths) };
}

//= result: {
//=   sessions: {
//=     ann: [{ start: 0, end: 100, events: 2 }, { start: 2000, end: 2100, events: 2 }],
//=     bob: [{ start: 5, end: 5, events: 1 }, { start: 1900, end: 1950, events: 2 }],
//=   },
//=   mean: 62.5,
//=   longest: 100,
//= }
