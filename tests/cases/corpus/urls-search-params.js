async () => {
  const params = new URLSearchParams([['b', '2'], ['a', '1'], ['b', '0'], ['c', 'x y+z']]);
  params.set('b', 'é');
  params.append('d', '=&?');
  const before = params.toString();
  params.sort();
  const seen = [];
  params.forEach((value, key) => seen.push(`${key}:${value}`));
  const url = new URL('http://h/?x=1');
  const live = url.searchParams;
  url.search = '?y=2&z=3';
  live.set('y', '9');
  return { before, after: `${params}`, seen, size: params.size, keys: [...live.keys()], href: String(url), json: JSON.stringify({ url }), special: new URLSearchParams({ q: 'a~b*c(d)', e: '%' }).toString(), types: [new URL('data:text/plain,hi').pathname, new URL('file:///C:/a/../b').href, new URL('HTTP://ÉX.com'.replace('É', 'E')).hostname] };
}

//= result: {
//=   before: "b=%C3%A9&a=1&c=x+y%2Bz&d=%3D%26%3F",
//=   after: "a=1&b=%C3%A9&c=x+y%2Bz&d=%3D%26%3F",
//=   seen: ["a:1", "b:é", "c:x y+z", "d:=&?"],
//=   size: 4,
//=   keys: ["y", "z"],
//=   href: "http://h/?y=9&z=3",
//=   json: "{\"url\":\"http://h/?y=9&z=3\"}",
//=   special: "q=a%7Eb*c%28d%29&e=%25",
//=   types: ["text/plain,hi", "file:///C:/b", "ex.com"],
//= }
