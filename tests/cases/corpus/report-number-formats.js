async () => ({
  numbers: [0, -0, 1234.5, 1e21, 1234567.891, -42, NaN, Infinity, 0.1 + 0.2].map((n) => [n.toLocaleString(), String(n), n.toFixed(2)]),
  radix: [(255).toString(16), (0.5).toString(2), (-255).toString(36), parseInt('ff', 16), parseFloat('3.14abc'), Number('0b101'), Number(' 12 '), Number('1_0')],
  precision: [(123.456).toPrecision(4), (0.00001).toPrecision(1), (1e21).toFixed(2), (25).toExponential(1), 1_000_000, 0.1 * 3, 9007199254740993, 5e-324],
  dates: [new Date(0).toISOString(), new Date(Date.UTC(2024, 1, 29, 12)).toJSON()],
  big: [2n ** 64n, BigInt('0xff'), BigInt.asUintN(8, 257n), 7n / 2n, -7n % 3n].map(String),
  bits: [5 & 3, 5 | 3, 5 ^ 3, ~5, -1 >>> 28, 1 << 31, Math.clz32(1), Math.fround(0.1), Math.hypot(3, 4), Math.trunc(-1.5), Math.sign(-3), Math.cbrt(27)],
})

