async () => {
  // 100,000 integers, and 100 KB of text that is no repetition.
  const numbers = Array.from({ length: 100_000 }, (_, n) => n * 7);
  let seed = 1;
  let text = "";
  while (text.length < 100_000) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `line ${seed % 10_000}\n`;
  }
  const answer = await host.later(1);
  return [numbers.length, numbers[99_999], text.length, answer];
};
