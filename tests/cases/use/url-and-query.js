const url = new URL("https://example.com/a%20b?x=1&y=2&x=3#top");
url.searchParams.append("z", "ä b");
console.log(url.pathname, url.searchParams.getAll("x").join(), url.href);
//= result: undefined
//= console.log: /a%20b 1,3 https://example.com/a%20b?x=1&y=2&x=3&z=%C3%A4+b#top
