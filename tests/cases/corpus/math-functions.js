//! about = "functions of Math to the last digit"

() => {
  let state = 777;
  const random = () => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return state / 4294967296; };
  const out = {};
  const exact = (n) => (Object.is(n, -0) ? '-0' : String(n));
  for (const name of ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'exp', 'expm1', 'log', 'log2', 'log10', 'cbrt']) {
    const numbers = [0, -0, 1, -1, Infinity, -Infinity, NaN, 0.5, 1e-10, 0.9999999999999999, 1.0000000000000002, 8, 1000, 710, -745.2];
    for (let i = 0; i < 60; i++) numbers.push((random() - 0.5) * [2, 20, 1400][i % 3]);
    out[name] = numbers.map((n) => exact(Math[name](n))).join();
  }
  const pairs = Array.from({ length: 60 }, (_, i) => [[random() * 10, (random() - 0.5) * 20], [Math.floor(random() * 30), Math.floor(random() * 20) - 10], [1 + random() * 1e-6, random() * 1e8]][i % 3]);
  out.pow = pairs.map(([a, b]) => exact(a ** b)).join();
  out.powSame = pairs.every(([a, b]) => a ** b === Math.pow(a, b));
  out.atan2 = pairs.map(([a, b]) => exact(Math.atan2(a, b))).join();
  out.hypot = pairs.map(([a, b]) => exact(Math.hypot(a, b, a * b))).join();
  out.hypotEdges = [[], [3, 4], [-0], [NaN, Infinity], [1e300, 1e300], [5e-324], [NaN, 1]].map((list) => exact(Math.hypot(...list)));
  out.integers = [(-7) ** 19, 28 ** 19, 2 ** 53 ** -1, 3 ** -3, 10 ** -323, 0.1 ** 10, 1.1 ** 100, 4 ** 0.5, 8 ** (1 / 3), (-8) ** (1 / 3), 2 ** 1023.5, 2 ** -1074.2].map(exact);
  return out;
}
