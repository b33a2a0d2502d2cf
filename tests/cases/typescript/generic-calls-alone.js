class Row {}
const same = (value) => value;
return [same<string>('x'), new Map<string, number>([['a', 1]]).size, new Set<Row>([new Row()]).size, same<'a' | 'b'>('b'), same<Record<string, Row>>(2), same<{ a: 1 }>(3)];
//= result: ["x", 1, 1, "b", 2, 3]
