async () => {
  const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
  const humanize = (seconds) => {
    const parts = [];
    for (const [name, size] of units) {
      const n = Math.floor(seconds / size);
      seconds -= n * size;
      if (n) parts.push(`${n} ${name}${n === 1 ? '' : 's'}`);
    }
    return parts.length ? parts.join(', ').replace(/, ([^,]*)$/, ' and $1') : 'now';
  };
  const parse = (text) => [...text.matchAll(/(\d+)\s*([dhms])/g)].reduce((sum, [, n, u]) => sum + n * { d: 86400, h: 3600, m: 60, s: 1 }[u], 0);
  return [0, 1, 61, 3600, 90061, 172800].map(humanize).concat([parse('1d 2h3m'), parse('45 s')].map(String));
}

//= result: [
//=   "now",
//=   "1 second",
//=   "1 minute and 1 second",
//=   "1 hour",
//=   "1 day, 1 hour, 1 minute and 1 second",
//=   "2 days",
//=   "93780",
//=   "45",
//= ]
