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

