import { scaleBand, scaleDiverging, scaleLinear, scaleLog, scaleOrdinal, scalePoint, scalePow, scaleQuantile, scaleQuantize, scaleSequential, scaleSqrt, scaleSymlog, scaleThreshold, scaleUtc } from "d3-scale";

export default () => {
  const linear = scaleLinear([10, 130], [0, 960]);
  const time = scaleUtc([new Date(Date.UTC(2000, 0, 1)), new Date(Date.UTC(2000, 0, 2))], [0, 960]);
  const band = scaleBand(["a", "b", "c"], [0, 100]).padding(0.1);
  return {
    linear: [linear(20), linear.invert(80), linear.ticks(5), linear.ticks(5).map(linear.tickFormat(5, "$,.2f")), linear.clamp(true)(200), linear.copy().nice().domain()],
    colors: [scaleLinear([0, 1], ["red", "#00f"])(0.3), scaleLinear([-1, 0, 1], ["rgb(0,0,0)", "white", "hsl(120,50%,50%)"])(0.5)],
    log: [scaleLog([1, 1000], [0, 3])(50), scaleLog([1, 1000]).ticks(4), scaleLog([1, 1000]).ticks().map(scaleLog([1, 1000]).tickFormat(4, "s"))],
    powers: [scalePow([0, 10], [0, 100]).exponent(3)(5), scaleSqrt([0, 100], [0, 10])(49), scaleSymlog([-100, 100], [0, 1])(10)],
    time: [time(new Date(Date.UTC(2000, 0, 1, 5))), time.invert(200), time.ticks(4), time.ticks(6).map(time.tickFormat()), time.nice().domain()],
    band: [["a", "b", "c", "d"].map(band), band.bandwidth(), band.step(), scalePoint(["x", "y"], [0, 10])("y")],
    ordinal: (() => { const scale = scaleOrdinal(["p", "q"]); return [scale("x"), scale("y"), scale("z"), scale("x"), scale.domain()]; })(),
    quantized: [scaleQuantize([0, 100], ["lo", "mid", "hi"])(40), scaleQuantile([1, 2, 3, 10, 20], [0, 1, 2])(5), scaleThreshold([0, 1], ["neg", "in", "out"])(0.5), scaleQuantile([1, 2, 3, 10], [0, 1]).quantiles()],
    sequential: [scaleSequential([0, 10], (t) => t * t)(5), scaleDiverging([-1, 0, 4], (t) => t)(2)],
  };
};
