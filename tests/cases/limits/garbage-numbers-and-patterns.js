//! [limits]
//! memory_bytes = 67_108_864

// Large integers, matches of regular expressions, JSON, copies of structures, errors.
() => {
  const results = {};
  let factorial = 1n;
  for (let round = 0; round < 4; round++) {
    factorial = 1n;
    for (let i = 1n; i <= 1500n; i++) factorial *= i;
  }
  results.factorial = String(factorial % 1_000_003n) + "/" + factorial.toString(16).length;
  const powers = [];
  for (let i = 0; i < 3000; i++) powers[i % 10] = [2n ** BigInt(40_000 + i)];
  results.powers = powers.length;
  let sum = 0;
  const text = "key=value; other=thing; ".repeat(100);
  for (let i = 0; i < 100; i++) {
    for (const match of text.matchAll(/(?<key>\w+)=(?<value>\w+)/g)) sum += match.groups.key.length + match.index;
    sum += text.match(/\w+/g).length + text.split(/;\s*/).length;
  }
  results.matches = sum;
  const rows = Array.from({ length: 300 }, (_, id) => ({ id, name: "row " + id, tags: ["a", "b"], nested: { deep: [id] } }));
  let copy = rows;
  for (let i = 0; i < 60; i++) copy = JSON.parse(JSON.stringify(copy));
  results.json = copy.at(-1).nested.deep;
  const long = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
  for (let i = 0; i < 60; i++) sum += JSON.parse(long).length;
  for (let i = 0; i < 40; i++) copy = structuredClone(copy);
  results.clones = [copy.length, sum];
  sum = 0;
  for (let i = 0; i < 10_000; i++) {
    try {
      if (i % 2) null.property;
      throw new TypeError("error " + i, { cause: [i] });
    } catch (error) {
      sum += error.stack.length > 0 ? 1 : 0;
    }
  }
  results.errors = sum;
  return results;
}
//= result: {
//=   factorial: "526608/3418",
//=   powers: 10,
//=   matches: 24010100,
//=   json: [299],
//=   clones: [300, 25210100],
//=   errors: 10000,
//= }
