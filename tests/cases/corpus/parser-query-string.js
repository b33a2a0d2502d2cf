async () => {
  const parse = (query) => {
    const out = {};
    for (const part of query.replace(/^\?/, '').split('&').filter(Boolean)) {
      const [key, value = ''] = part.split('=').map((s) => decodeURIComponent(s.replaceAll('+', ' ')));
      const path = key.split(/\[|\]\[|\]/).filter((k, i, all) => k || i < all.length - 1);
      let at = out;
      path.forEach((name, i) => {
        const last = i === path.length - 1;
        const target = name === '' ? at.length : name;
        if (last) at[target] = value;
        else at = at[target] ??= path[i + 1] === '' || /^\d+$/.test(path[i + 1]) ? [] : {};
      });
    }
    return out;
  };
  const build = (o) => new URLSearchParams(Object.entries(o)).toString();
  return [parse('?a=1&b[c]=2&b[d][]=3&b[d][]=4&s=x+y%26z'), parse('list[0]=p&list[1]=q&flag'), build({ q: 'a b&c', e: 'é', n: 1 })];
}

//= result: [
//=   { a: "1", b: { c: "2", d: ["3", "4"] }, s: "x y&z" },
//=   { list: ["p", "q"], flag: "" },
//=   "q=a+b%26c&e=%C3%A9&n=1",
//= ]
