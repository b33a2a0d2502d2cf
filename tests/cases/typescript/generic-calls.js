const wrap = <T,>(value: T): T[] => [value];
const made = new Map<string, Array<number>>([['a', [1]]]);
const tag = <T,>(strings: TemplateStringsArray) => strings[0];
return [wrap<string>('x'), made.get('a'), tag<number>`t`, [1, 2].map<string>((n) => `${n}`)];

//= result: [["x"], [1], "t", ["1", "2"]]
