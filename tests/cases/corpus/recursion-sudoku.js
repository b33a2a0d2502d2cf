async () => {
  const grid = '530070000600195000098000060800060003400803001700020006060000280000419005000080079'.split('').map(Number);
  const candidates = (i) => {
    const used = new Set();
    const [r, c] = [Math.floor(i / 9), i % 9];
    for (let k = 0; k < 9; k++) { used.add(grid[r * 9 + k]); used.add(grid[k * 9 + c]); used.add(grid[(r - (r % 3) + Math.floor(k / 3)) * 9 + c - (c % 3) + (k % 3)]); }
    return [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => !used.has(n));
  };
  const solve = () => {
    let best = -1, options;
    for (let i = 0; i < 81; i++) if (!grid[i]) { const list = candidates(i); if (best < 0 || list.length < options.length) { best = i; options = list; } }
    if (best < 0) return true;
    for (const n of options) { grid[best] = n; if (solve()) return true; }
    grid[best] = 0;
    return false;
  };
  return { solved: solve(), rows: Array.from({ length: 9 }, (_, r) => grid.slice(r * 9, r * 9 + 9).join('')) };
}

//= result: {
//=   solved: true,
//=   rows: [
//=     "534678912",
//=     "672195348",
//=     "198342567",
//=     "859761423",
//=     "426853791",
//=     "713924856",
//=     "961537284",
//=     "287419635",
//=     "345286179",
//=   ],
//= }
