async () => {
  const permutations = (list) => list.length < 2 ? [list] : list.flatMap((x, i) => permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [x, ...rest]));
  const subsets = ([head, ...tail]) => head === undefined ? [[]] : subsets(tail).flatMap((s) => [s, [head, ...s]]);
  const hanoi = (n, from, to, via) => n === 0 ? [] : [...hanoi(n - 1, from, via, to), `${from}${to}`, ...hanoi(n - 1, via, to, from)];
  return { permutations: permutations(['a', 'b', 'c']).map((p) => p.join('')), subsets: subsets([1, 2, 3]).length, hanoi: hanoi(3, 'A', 'C', 'B') };
}

//= result: {
//=   permutations: ["abc", "acb", "bac", "bca", "cab", "cba"],
//=   subsets: 8,
//=   hanoi: ["AC", "AB", "CB", "AC", "BA", "BC", "AC"],
//= }
