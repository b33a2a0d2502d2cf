() => {
  const checks = {};
  const check = (name, f) => { try { checks[name] = String(f()); } catch (error) { checks[name] = `${error.name}: ${error.message}`; } };
  const huge = 2n ** 64n;
  for (const base of [-1n, 0n, 1n]) for (const exponent of [0n, 1n, 2n, 3n, huge, huge + 1n, 2n ** 200n - 1n]) check(`${base} ** ${exponent}`, () => base ** exponent);
  check('too large', () => 2n ** huge);
  check('minus two', () => (-2n) ** 65n);
  return checks;
}
