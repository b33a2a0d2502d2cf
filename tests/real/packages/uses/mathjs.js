import { all, create } from "mathjs";

export default () => {
  const math = create(all, {});
  const parser = math.parser();
  const text = (value) => math.format(value, { precision: 14 });
  return {
    evaluate: ["1.2 * (2 + 4.5)", "12.7 cm to inch", "sin(45 deg) ^ 2", "9 / 3 + 2i", "det([-1, 2; 3, 1])", "5!", "2 ^ 10 % 7", "sqrt(-4)", "mean(1, 2, 3, 4)", "gcd(48, 18)", "equalText(\"a\", \"a\")", "[1,2,3] .* 2"].map((code) => text(math.evaluate(code))),
    scope: parser.evaluate(["f(x, y) = x ^ y", "a = f(2, 3)", "b = a + 1", "a * b"]).map((value) => (typeof value === "function" ? "f" : value)),
    big: text(math.bignumber("0.1").plus(math.bignumber("0.2"))),
    fraction: text(math.add(math.fraction(1, 3), math.fraction(1, 6))),
    complex: text(math.multiply(math.complex("2+3i"), math.complex(1, -1))),
    matrix: text(math.multiply([[1, 2], [3, 4]], [[0, 1], [1, 0]])),
    inverse: text(math.inv([[2, 1], [5, 3]])),
    derivative: [math.derivative("x^2 + 3x + sin(x)", "x").toString(), math.simplify("2x + 3x - 4 + 1").toString()],
    rational: math.rationalize("2x/y - y/(x+1)").toString(),
    tex: math.parse("sqrt(x/2) + y_1").toTex(),
    units: [math.unit("5 km/h").to("m/s").toString(), math.unit(2, "kg").equals(math.unit(2000, "g"))],
    solve: text(math.lusolve([[2, 1], [1, 3]], [3, 5])),
    statistics: text([math.std([2, 4, 6]), math.median([5, 1, 3]), math.mode([1, 2, 2]), math.quantileSeq([1, 2, 3, 4], 0.25)]),
    eigen: text(math.eigs([[2, 0], [0, 3]]).values),
    sparse: text(math.sparse([[1, 0], [0, 2]]).toArray()),
    strings: [math.format(1 / 3, { notation: "fixed", precision: 4 }), math.format(123456789, { notation: "engineering" }), math.format(0.000001234), math.hex(255), math.bin(10)],
    error: (() => { try { return math.evaluate("2 +* 3"); } catch (error) { return error.message; } })(),
    chain: math.chain(3).add(4).multiply(2).done(),
    sets: [math.setUnion([1, 2], [2, 3]), math.setPowerset([1, 2]).length],
  };
};
