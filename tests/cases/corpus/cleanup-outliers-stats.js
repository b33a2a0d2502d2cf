async () => {
  const values = [10, 12, '11', null, 9.5, 1000, 'n/a', 10.5, undefined, 11.5, -1, ''];
  const numbers = values.filter((v) => v !== null && v !== '' && Number.isFinite(Number(v))).map(Number).sort((a, b) => a - b);
  const quantile = (q) => { const at = (numbers.length - 1) * q; const lo = Math.floor(at); return numbers[lo] + (numbers[Math.ceil(at)] - numbers[lo]) * (at - lo); };
  const [q1, median, q3] = [0.25, 0.5, 0.75].map(quantile);
  const inside = numbers.filter((n) => n >= q1 - 1.5 * (q3 - q1) && n <= q3 + 1.5 * (q3 - q1));
  const mean = inside.reduce((a, b) => a + b, 0) / inside.length;
  const deviation = Math.sqrt(inside.reduce((s, n) => s + (n - mean) ** 2, 0) / inside.length);
  return { numbers, q1, median, q3, inside, mean: +mean.toFixed(4), deviation: +deviation.toPrecision(4) };
}

//= result: {
//=   numbers: [-1, 9.5, 10, 10.5, 11, 11.5, 12, 1000],
//=   q1: 9.875,
//=   median: 10.75,
//=   q3: 11.625,
//=   inside: [9.5, 10, 10.5, 11, 11.5, 12],
//=   mean: 10.75,
//=   deviation: 0.8539,
//= }
