class Row {}
const same = (value) => value, tag = (strings) => strings[0];
const wrap = <T,>(value: T): T[] => [value];
const made = new Map<string, Array<number>>([['a', [1]]]);
return [
  wrap<string>('x'), made.get('a'), tag<number>`t`, [1, 2].map<string>((n) => `${n}`),
  same<Row>(1), same<Record<string, number>>(2), same<{ a: number }>(3), same<'a' | 'b'>('b'), same<[string, Row]>(4), same<Promise<void>>(5),
];
//= result: [["x"], [1], "t", ["1", "2"], 1, 2, 3, "b", 4, 5]
