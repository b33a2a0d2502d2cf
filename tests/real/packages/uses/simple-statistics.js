import * as ss from "simple-statistics";

export default () => {
  const x = [2, 4, 4, 4, 5, 5, 7, 9], y = [1, 3, 5, 2, 6, 8, 7, 11];
  const line = ss.linearRegression(x.map((value, index) => [value, y[index]]));
  const model = new ss.BayesianClassifier();
  model.train({ species: "cat" }, "animal");
  model.train({ species: "oak" }, "plant");
  return {
    means: [ss.mean(x), ss.geometricMean(x), ss.harmonicMean(x), ss.rootMeanSquare(x), ss.median(x), ss.mode(x)],
    spread: [ss.variance(x), ss.standardDeviation(x), ss.sampleVariance(x), ss.medianAbsoluteDeviation(x), ss.interquartileRange(x), ss.sampleSkewness(x), ss.sampleKurtosis(x)],
    quantiles: [ss.quantile(x, [0.1, 0.5, 0.9]), ss.quantileRank(x, 5)],
    regression: [line, ss.linearRegressionLine(line)(10), ss.rSquared(x.map((v, i) => [v, y[i]]), ss.linearRegressionLine(line))],
    correlation: [ss.sampleCorrelation(x, y), ss.sampleCovariance(x, y), ss.sampleRankCorrelation(x, y)],
    distributions: [ss.binomialDistribution(5, 0.3), ss.poissonDistribution(2).slice(0, 5), ss.cumulativeStdNormalProbability(1.2), ss.probit(0.9), ss.errorFunction(0.5), ss.gamma(5.5), ss.gammaln(10)],
    tests: [ss.tTest(x, 4), ss.tTestTwoSample(x, y, 0), ss.wilcoxonRankSum(x, y)],
    clusters: [ss.ckmeans([-1, 2, -1, 2, 4, 5, 6, -1, 2, -1], 3), ss.jenks([1, 2, 4, 5, 7, 9, 10, 20], 3)],
    bayes: model.score({ species: "cat" }),
    combinations: [ss.combinations([1, 2, 3], 2), ss.permutationsHeap([1, 2, 3]).length, ss.factorial(10)],
    density: ss.kernelDensityEstimation(x)(5),
    bisect: ss.bisect(Math.cos, 1, 4, 100, 0.003),
    sum: [ss.sum([0.1, 0.2, 0.3, 1e16, -1e16]), ss.sumSimple([0.1, 0.2, 0.3])],
    sample: ss.equalIntervalBreaks(x, 4),
  };
};
