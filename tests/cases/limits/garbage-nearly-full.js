//! [limits]
//! memory_bytes = 33_554_432

// A program that holds most of what it may hold, and makes garbage beside it.
() => {
  const held = Array.from({ length: 20 }, () => new Uint8Array(1 << 20));
  let sum = 0;
  for (let i = 0; i < 2000; i++) sum += new Uint8Array(100_000).length + [i, { i }].length;
  for (let i = 0; i < 100_000; i++) sum += [{ i }].length;
  const texts = [];
  for (let i = 0; i < 100_000; i++) texts[i % 100] = "a text of some length, " + i;
  return [held.length, sum, texts.length];
}
//= result: [20, 200104000, 100]
