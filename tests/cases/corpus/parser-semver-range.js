async () => {
  const parse = (v) => v.match(/^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.]+))?$/)?.slice(1, 5).map((x, i) => (i < 3 ? Number(x) : x));
  const compare = (a, b) => {
    const [x, y] = [parse(a), parse(b)];
    for (let i = 0; i < 3; i++) if (x[i] !== y[i]) return x[i] - y[i];
    return x[3] === y[3] ? 0 : !x[3] ? 1 : !y[3] ? -1 : x[3] < y[3] ? -1 : 1;
  };
  const satisfies = (v, range) => range.split('||').some((set) => set.trim().split(/\s+/).every((part) => {
    const [, op, base] = part.match(/^(\^|~|>=|<=|>|<|=)?(.*)$/);
    const [major, minor] = parse(base);
    const c = compare(v, base);
    if (op === '^') return c >= 0 && parse(v)[0] === major;
    if (op === '~') return c >= 0 && parse(v)[0] === major && parse(v)[1] === minor;
    return { '>=': c >= 0, '<=': c <= 0, '>': c > 0, '<': c < 0 }[op] ?? c === 0;
  }));
  const versions = ['1.2.3', '1.10.0', '1.2.10', '2.0.0-beta', '2.0.0', '0.9.9'];
  return { sorted: versions.toSorted(compare), caret: versions.filter((v) => satisfies(v, '^1.2.3')), range: versions.filter((v) => satisfies(v, '>=1.2.10 <2.0.0 || 0.9.9')) };
}

//= result: {
//=   sorted: ["0.9.9", "1.2.3", "1.2.10", "1.10.0", "2.0.0-beta", "2.0.0"],
//=   caret: ["1.2.3", "1.10.0", "1.2.10"],
//=   range: ["1.10.0", "1.2.10", "2.0.0-beta", "0.9.9"],
//= }
