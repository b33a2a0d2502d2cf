//! [limits]
//! memory_bytes = 67_108_864

// Texts: built and dropped, joined, cut, and small parts of large ones.
() => {
  const results = {};
  let sum = 0;
  for (let i = 0; i < 100; i++) {
    let text = "";
    for (let k = 0; k < 2000; k++) text += "line " + k + "\n";
    sum += text.length;
  }
  results.built = sum;
  sum = 0;
  for (let i = 0; i < 40; i++) {
    const lines = [];
    for (let k = 0; k < 5000; k++) lines.push(`a line of the text number ${i}, ${k}`);
    sum += lines.join("\n").split("\n").length;
  }
  results.lines = sum;
  const repeated = [1, 2, 3, 4].map((count) => {
    let last = "";
    for (let i = 0; i < 100; i++) last = "x".repeat(1_000_000 + i + count);
    return last.length;
  });
  results.repeated = repeated;
  const parts = [];
  for (let i = 0; i < 300; i++) {
    const text = ("part " + i + " ").repeat(20_000);
    parts.push(text.slice(1000, 1100), text.substring(20_000, 20_500), text.slice(-4000));
  }
  results.parts = parts.map((part) => part.length).reduce((left, right) => left + right);
  sum = 0;
  for (let i = 0; i < 200; i++) sum += "a-b-c".repeat(1000).replace(/-/g, (dash) => dash + i).length;
  results.replaced = sum;
  sum = 0;
  for (let i = 0; i < 60; i++) sum += "wide \u20ac ".repeat(20_000).toUpperCase().padEnd(200_000, "\u20ac").trim().length;
  results.wide = sum;
  let doubled = "";
  for (let i = 0; i < 100; i++) {
    doubled = "ab";
    while (doubled.length < 500_000) doubled += doubled;
  }
  results.doubled = doubled.length;
  return results;
}
//= result: {
//=   built: 1889000,
//=   lines: 200000,
//=   repeated: [1000100, 1000101, 1000102, 1000103],
//=   parts: 1380000,
//=   replaced: 1980000,
//=   wide: 12000000,
//=   doubled: 524288,
//= }
