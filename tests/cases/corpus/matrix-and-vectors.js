async () => {
  const multiply = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((s, x, k) => s + x * b[k][j], 0)));
  const transpose = (m) => m[0].map((_, i) => m.map((r) => r[i]));
  const determinant = (m) => m.length === 1 ? m[0][0] : m[0].reduce((s, x, j) => s + (j % 2 ? -1 : 1) * x * determinant(m.slice(1).map((r) => r.filter((_, k) => k !== j))), 0);
  const rotate = (m) => transpose(m).map((r) => r.toReversed());
  const m = [[1, 2, 3], [4, 5, 6], [7, 8, 10]];
  const power = (a, n) => n === 1 ? a : n % 2 ? multiply(a, power(a, n - 1)) : power(multiply(a, a), n / 2);
  return { product: multiply(m, transpose(m)), determinant: determinant(m), rotated: rotate(m), fibonacci: power([[1, 1], [1, 0]], 30)[0][1], typed: [...Float32Array.of(0.1, 1.5).map((x) => x * 2)] };
}

//= result: {
//=   product: [[14, 32, 53], [32, 77, 128], [53, 128, 213]],
//=   determinant: -3,
//=   rotated: [[7, 4, 1], [8, 5, 2], [10, 6, 3]],
//=   fibonacci: 832040,
//=   typed: [0.20000000298023224, 3],
//= }
