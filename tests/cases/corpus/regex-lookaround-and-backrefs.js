async () => ({
  thousands: '1234567.891'.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ','),
  doubled: 'the the cat sat on on it'.match(/\b(\w+) \1\b/g),
  price: 'cost $42 or €17'.match(/(?<=[$€])\d+/g),
  notAfter: 'foobar foobaz'.match(/foo(?!bar)\w+/)?.[0],
  camel: 'some_snake_case'.replace(/_(\w)/g, (_, c) => c.toUpperCase()),
  snake: 'parseHTMLString'.replace(/([a-z])([A-Z])|([A-Z]+)([A-Z][a-z])/g, (m, a, b, c, d) => `${a ?? c}_${b ?? d}`).toLowerCase(),
  lazy: '<a><b>'.match(/<.+?>/g),
  letters: 'Zoë Ñandú 北京 42'.match(/\p{L}+/gu),
  empty: 'abc'.split(''),
  lastIndex: (() => { const r = /o/g; r.test('foo'); return r.lastIndex; })(),
  source: [String(/a\/b[/]/gi), new RegExp('/').source, /x/dgimsuy.flags],
})

//= result: {
//=   thousands: "1,234,567.891",
//=   doubled: ["the the", "on on"],
//=   price: ["42", "17"],
//=   notAfter: "foobaz",
//=   camel: "someSnakeCase",
//=   snake: "parse_html_string",
//=   lazy: ["<a>", "<b>"],
//=   letters: ["Zoë", "Ñandú", "北京"],
//=   empty: ["a", "b", "c"],
//=   lastIndex: 2,
//=   source: ["/a\\/b[/]/gi", "\\/", "dgimsuy"],
//= }
