//! about = "long sums, conditions and chains are not nesting"

async () => {
  const lines = [];
  const repeat = (count, one) => Array.from({ length: count }, (_, index) => one(index));
  const x = 3, text = 'k3';
  // Written out below as programs of this kind are: one operation a line.
  const sum = x
    + x + x + -x + -x - -x + +x - x + x * (-x) ** 0 + ~x + !x + !!x;
  const chosen = text === 'k1' ? 1
    : text === 'k2' ? 2
      : text === 'k3' ? 3
        : text === undefined ? null ?? x?.y ?? -1
          : 4;
  let branch;
  if (text === 'k1') { branch = 1; } else if (text === 'k2') branch = 2; else if (text === 'k3') { branch = 3; } else { branch = 4; }
  const chained = [3, 1, 2].map((n) => n + 1).filter((n) => n > 1).map((n) => -n).sort((a, b) => a - b).map((n) => `${n + 1}`).join('') + `${[1].map((n) => -n)}`;
  switch (text) { case 'a': case 'b': case 'c': branch += 10; break; case 'k2': case 'k3': branch += 20; break; default: branch += 30; }
  const patterns = [/\(\[\{/, /[(\[{]/, /\)/, /[)]/].map((pattern) => pattern.test('([{'));
  lines.push(sum, chosen, branch, chained, patterns, repeat(2, (index) => index ? index + 1 : -index));
  return lines;
}
//= result: [6, 3, 23, "-3-2-1-1", [true, true, false, false], [-0, 2]]
