import BigNumber from "bignumber.js";

export default () => {
  const Exact = BigNumber.clone({ DECIMAL_PLACES: 50, ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN });
  const a = new BigNumber("123456789.987654321e+5"), b = new BigNumber("-0.000001");
  return {
    sums: [a.plus(b), a.minus(b), a.times(b), a.div("7"), a.mod(97), a.pow(5), new BigNumber(2).pow(-3)].map(String),
    exact: [new Exact(1).div(3), new Exact(2).sqrt(), new Exact(1).div(7).times(7)].map(String),
    formats: [a.toFixed(3), a.toExponential(4), a.toPrecision(6), a.toFormat(2), new BigNumber("1234567.891").toFormat(1, { groupSize: 3, groupSeparator: ".", decimalSeparator: "," })],
    bases: [new BigNumber("ff.8", 16), new BigNumber(255).toString(2), new BigNumber("1e21").toString(36), new BigNumber("zz", 36)].map(String),
    rounded: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((mode) => new BigNumber("-2.5").integerValue(mode).toString() + new BigNumber("1.45").dp(1, mode)),
    compare: [a.gt(b), a.eq(a), new BigNumber(NaN).eq(NaN), b.isNegative(), new BigNumber("1e400").isFinite(), new BigNumber(-0).toString(), new BigNumber(-0).valueOf()],
    fraction: new BigNumber("3.14159").toFraction(100).map(String),
    parts: [a.c, a.e, a.s, a.sd(), a.dp()],
    extremes: [BigNumber.max(1, "3", a), BigNumber.min(b, 0), BigNumber.sum(1, "2.5", 3)].map(String),
    modular: new BigNumber(3).pow("1000000", 1000007).toString(),
    factorial: Array.from({ length: 60 }, (_, n) => n + 1).reduce((product, n) => product.times(n), new BigNumber(1)).toFixed(),
    text: ["0x1F", "1_000", "", " 5", "Infinity", "-.5"].map((text) => { try { return new BigNumber(text).toString(); } catch (error) { return error.message; } }),
  };
};
