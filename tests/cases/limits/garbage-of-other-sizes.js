//! [limits]
//! memory_bytes = 33_554_432

// What was many blocks of one size is used again for another.
() => {
  let kept = [];
  for (let size = 1; size < 40; size++) {
    kept = [];
    for (let i = 0; i < 40_000 / size; i++) kept.push("x".repeat(10 + size * 10) + i, new Array(size).fill(i));
  }
  return kept.length;
}
//= result: 2052
