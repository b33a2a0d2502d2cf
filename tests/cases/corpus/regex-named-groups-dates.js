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

