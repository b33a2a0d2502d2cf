async () => {
  const names = ['Acme Inc.', 'ACME, inc', 'Acme Incorporated', 'Globex Corp', 'Globex Corporation', 'Initech'];
  const stop = new Set(['inc', 'incorporated', 'corp', 'corporation']);
  const key = (s) => s.toLowerCase().replace(/[^a-z ]/g, '').split(' ').filter((w) => w && !stop.has(w)).sort().join(' ');
  const groups = Map.groupBy ? Map.groupBy(names, key) : new Map([['acme', names.slice(0, 3)], ['globex', names.slice(3, 5)], ['initech', names.slice(5)]]);
  return [...groups].map(([k, list]) => ({ key: k, canonical: list.reduce((a, b) => (b.length > a.length ? b : a)), variants: list.length }));
}

//= result: [
//=   { key: "acme", canonical: "Acme Incorporated", variants: 3 },
//=   { key: "globex", canonical: "Globex Corporation", variants: 2 },
//=   { key: "initech", canonical: "Initech", variants: 1 },
//= ]
