import Big from "big.js";

export default () => {
  const price = new Big("19.99");
  Big.DP = 30;
  return {
    sums: [price.plus("0.01"), price.minus(20), price.times(3), price.div(7), price.mod(4), new Big(2).pow(100), new Big(2).pow(-2), new Big(2).sqrt()].map(String),
    rounded: [0, 1, 2, 3].map((mode) => ["2.5", "-2.5", "1.05", "1.449"].map((text) => new Big(text).round(1, mode).toString())),
    formats: [price.toFixed(0), price.toFixed(5), price.toExponential(1), price.toPrecision(2), new Big("1e-7").toString(), new Big(1e21).toString(), new Big(-0).valueOf()],
    compare: [price.cmp(20), price.eq("19.990"), price.gt(1), price.lte(19.99)],
    number: [price.toNumber(), JSON.stringify({ price }), +new Big("1e3")],
    parts: [price.c, price.e, price.s],
    errors: ["x", "1e", null, {}].map((value) => { try { return String(new Big(value)); } catch (error) { return error.message; } }),
    zero: (() => { try { return new Big(1).div(0); } catch (error) { return error.message; } })(),
  };
};
