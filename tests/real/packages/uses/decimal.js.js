import Decimal from "decimal.js";

export default () => {
  const D = Decimal.clone({ precision: 60 });
  return {
    basic: [new Decimal("0.1").plus("0.2"), new Decimal(1).div(3), new Decimal("123.456").mul("-0.001"), new Decimal(7).mod(-3), new Decimal(7).divToInt(2)].map(String),
    functions: ["sqrt", "cbrt", "exp", "ln", "log10", "sin", "cos", "tan", "atan", "sinh", "asinh", "log2"].map((name) => D[name]("0.7").toString()),
    powers: [D.pow(2, "0.5"), D.pow("1.0001", 10000), new D(2).pow(200), D.acos(-1), D.atan2(1, -1), D.hypot(3, 4, 12)].map(String),
    formats: [new Decimal("1234.5678").toFixed(2), new Decimal("0.00001234").toString(), new Decimal("1e21").toFixed(), new Decimal("1234.5").toSD(2).toString(), new Decimal("-255.5").toHex(), new Decimal(10).toBinary(), new Decimal("0b1.1p3").toNumber()],
    rounded: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((mode) => new Decimal("-2.5").toDecimalPlaces(0, mode).toString()),
    nearest: [new Decimal("9.499").toNearest(0.5), new Decimal("3.14159").toFraction(1000)].map(String),
    special: [new Decimal(NaN).isNaN(), new Decimal(-0).isZero(), new Decimal("1e9000000000000001").toString(), new Decimal("-Infinity").abs().toString()],
    compare: [new Decimal(1).cmp("1.0"), Decimal.max(1, 5, "3").toString(), new Decimal(5).clamp(1, 3).toString(), Decimal.sign(-3)],
    pi: D.acos(-1).toString(),
    sum: Decimal.sum(...Array.from({ length: 100 }, (_, n) => new Decimal(1).div(n + 1))).toString(),
    error: (() => { try { return new Decimal("1.2.3"); } catch (error) { return error.message; } })(),
  };
};
