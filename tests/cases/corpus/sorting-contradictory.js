() => {
  // Comparators that contradict themselves: what comes out depends on what is compared with what.
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const digest = (text) => { let hash = 0; for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0; return hash; };
  const comparators = {
    greater: (a, b) => a > b, less: (a, b) => a < b, never: () => 0, always: () => 1, reversed: () => -1, first: (a) => (a % 2 ? 1 : -1),
    product: (a, b) => (a * b) % 3 - 1, nothing: () => NaN, groups: (a, b) => (a >> 4) - (b >> 4), numbers: (a, b) => a - b, cut: (a, b) => (a > 50) - (b < 50),
  };
  const lists = {
    random: (n) => Array.from({ length: n }, () => Math.floor(random() * 100)),
    falling: (n) => Array.from({ length: n }, (_, i) => n - i),
    blocks: (n) => Array.from({ length: n }, (_, i) => (i % 50) + (i > n / 2 ? 0 : 25)),
    runs: (n) => Array.from({ length: n }, (_, i) => (Math.floor(i / 40) % 2 ? 1000 - i : i)),
  };
  const checks = {};
  for (const kind in lists) {
    for (const length of [3, 10, 33, 64, 130, 500]) {
      const told = [];
      for (const name in comparators) {
        const compare = comparators[name], list = lists[kind](length);
        let asked = '';
        const seen = [...list].sort((a, b) => { asked += `${a}:${b};`; return compare(a, b); });
        told.push(digest(asked), digest(seen.join()), digest([...list].sort(compare).join()), digest(list.toSorted(compare).join()), digest(new Float64Array(list).sort(compare).join()));
      }
      checks[`${kind} ${length}`] = digest(told.join());
    }
  }
  checks.greater = [5, 1, 4, 2, 3].sort((a, b) => a > b);
  checks.shuffled = [1, 2, 3, 4, 5, 6].sort((a, b) => ((a * 7) % 5) - 2);
  let asked = '';
  const item = (text) => ({ toString() { asked += text; return text; } });
  checks.texts = [item('c'), item('a'), item('b')].sort().map(String).join('');
  checks.asked = asked;
  return checks;
}
//= result: {
//=   "random 3": 1873181927,
//=   "random 10": 2006941157,
//=   "random 33": 850780259,
//=   "random 64": 1112885700,
//=   "random 130": 1154109671,
//=   "random 500": 1043411819,
//=   "falling 3": -1243081880,
//=   "falling 10": 1662473581,
//=   "falling 33": 1035454355,
//=   "falling 64": 584547995,
//=   "falling 130": -1577304559,
//=   "falling 500": 853440809,
//=   "blocks 3": 1023069641,
//=   "blocks 10": -533803662,
//=   "blocks 33": 161335457,
//=   "blocks 64": 1308671220,
//=   "blocks 130": -790354003,
//=   "blocks 500": 1679666197,
//=   "runs 3": 1312546820,
//=   "runs 10": 405688245,
//=   "runs 33": 294885321,
//=   "runs 64": -1730213911,
//=   "runs 130": 1568592000,
//=   "runs 500": 1099004162,
//=   greater: [5, 1, 4, 2, 3],
//=   shuffled: [5, 3, 1, 2, 4, 6],
//=   texts: "abc",
//=   asked: "acbabcbaabc",
//= }
