async () => {
  const pattern = /(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/g;
  const text = 'from 2024-01-31 to 2024-02-29, not 24-1-1';
  const swapped = text.replace(pattern, '$<day>/$<month>/$<year>');
  const list = [...text.matchAll(pattern)].map(({ groups, index }) => ({ ...groups, index }));
  const withIndices = /a(?<Z>z)?/d.exec('xaz').indices;
  const sticky = /foo/y;
  sticky.lastIndex = 3;
  return { swapped, list, indices: [withIndices[0], withIndices.groups.Z], sticky: [sticky.test('barfoo'), sticky.lastIndex, sticky.test('barfoo')], split: 'a1b2c3'.split(/(\d)/), unicode: '💩é'.match(/./gu), dotAll: /a.b/s.test('a\nb') };
}

//= result: {
//=   swapped: "from 31/01/2024 to 29/02/2024, not 24-1-1",
//=   list: [
//=     { year: "2024", month: "01", day: "31", index: 5 },
//=     { year: "2024", month: "02", day: "29", index: 19 },
//=   ],
//=   indices: [[1, 3], [2, 3]],
//=   sticky: [true, 6, false],
//=   split: ["a", "1", "b", "2", "c", "3", ""],
//=   unicode: ["💩", "é"],
//=   dotAll: true,
//= }
