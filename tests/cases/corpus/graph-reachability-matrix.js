async () => {
  const names = ['lint', 'build', 'test', 'deploy', 'docs'];
  const needs = { test: ['build'], deploy: ['test', 'lint'], docs: ['build'] };
  const n = names.length;
  const reach = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (needs[names[i]] ?? []).includes(names[j])));
  for (let k = 0; k < n; k++) for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) reach[i][j] ||= reach[i][k] && reach[k][j];
  const closure = {};
  for (const [i, name] of names.entries()) closure[name] = names.filter((_, j) => reach[i][j]);
  console.log(reach.map((row) => row.map(Number).join('')).join('\n'));
  return closure;
}

//= result: { lint: [], build: [], test: ["build"], deploy: ["lint", "build", "test"], docs: ["build"] }
//= console.log: "00000\n00000\n01000\n11100\n01000"
