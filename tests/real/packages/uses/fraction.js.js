import Fraction from "fraction.js";

export default () => {
  const f = new Fraction("1.(3)");
  return {
    text: [f.toString(), f.toFraction(true), new Fraction("22/7").toString(), new Fraction(0.1 + 0.2).toFraction(), new Fraction("-3.(142857)").toFraction()],
    sums: [f.add("1/2"), f.sub(2), f.mul([3, 4]), f.div({ n: 2, d: 3 }), f.mod("1/5"), f.pow(3), new Fraction(4, 9).pow("1/2"), f.neg(), f.inverse()].map((value) => value && value.toFraction()),
    rounded: [f.ceil(1), f.floor(), f.round(2), f.abs()].map(String),
    gcd: [new Fraction(5, 8).gcd("3/7"), new Fraction(5, 8).lcm("3/7")].map((value) => value.toFraction()),
    continued: new Fraction("415/93").toContinued().map(String),
    simplified: new Fraction(Math.PI).simplify(0.001).toFraction(),
    compare: [f.compare(1), f.equals("4/3"), f.divisible("1/3"), f.valueOf()],
    latex: new Fraction("-7/4").toLatex(true),
    harmonic: Array.from({ length: 30 }, (_, n) => n + 1).reduce((sum, n) => sum.add(1, n), new Fraction(0)).toFraction(),
    errors: ["1/0", "x"].map((text) => { try { return String(new Fraction(text)); } catch (error) { return [error.name, error.message]; } }),
  };
};
