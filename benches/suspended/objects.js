async () => {
  const objects = Array.from({ length: 100_000 }, (_, n) => ({ id: n, name: `n${n}` }));
  const answer = await host.later(1);
  return [objects.length, objects[99_999].name, answer];
};
