async () => {
  let cells = new Set(['1,0', '2,1', '0,2', '1,2', '2,2']);
  const step = (live) => {
    const counts = new Map();
    for (const cell of live) { const [x, y] = cell.split(',').map(Number); for (let dx = -1; dx <= 1; dx++) for (let dy = -1; dy <= 1; dy++) if (dx || dy) { const k = `${x + dx},${y + dy}`; counts.set(k, (counts.get(k) ?? 0) + 1); } }
    return new Set([...counts].filter(([k, n]) => n === 3 || (n === 2 && live.has(k))).map(([k]) => k));
  };
  for (let i = 0; i < 12; i++) cells = step(cells);
  const draw = (live, n) => Array.from({ length: n }, (_, y) => Array.from({ length: n }, (_, x) => (live.has(`${x},${y}`) ? '#' : '.')).join('')).join('\n');
  console.log(draw(cells, 7));
  return [...cells].sort();
}

//= result: ["3,5", "4,3", "4,5", "5,4", "5,5"]
//= console.log: ".......\n.......\n.......\n....#..\n.....#.\n...###.\n......."
