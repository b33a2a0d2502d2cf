//! about = "Addresses are taken apart, changed and put together again."
//! [files]
//! "/links.txt" = "https://example.com/a/../b?utm_source=x&id=7&tag=a&tag=b%20c#top\nhttp://user:p%40ss@host:8080/p%20q/?q=caf\u00e9\nnot a url\nfile:///tmp/x%20y.txt\n/relative?x=1\n"

import fs from "fs";
import { URL, URLSearchParams, fileURLToPath, pathToFileURL } from "url";

for (const line of fs.readFileSync("/links.txt", "utf-8").split("\n").filter(Boolean)) {
  if (!URL.canParse(line)) {
    console.log("skip", line, new URL(line, "https://base.org/dir/page").href);
    continue;
  }
  const url = new URL(line);
  if (url.protocol === "file:") {
    console.log(fileURLToPath(url), pathToFileURL("/a b#c?.txt").href);
    continue;
  }
  for (const key of [...url.searchParams.keys()]) if (key.startsWith("utm_")) url.searchParams.delete(key);
  url.searchParams.sort();
  url.hash = "";
  console.log(url.href, url.searchParams.getAll("tag"), url.username, url.password, url.port, url.origin);
}
const params = new URLSearchParams({ q: "a b&c", page: 2 });
params.append("q", "ä+");
console.log(params.toString(), params.size, params.has("q", "a b&c"), Object.fromEntries(params));
console.log([...new URLSearchParams("?a=1&a=2&b=%zz&c")]);
//= result: undefined
//= console.log: https://example.com/b?id=7&tag=a&tag=b+c [ 'a', 'b c' ]    https://example.com
//= console.log: http://user:p%40ss@host:8080/p%20q/?q=caf%C3%A9 [] user p%40ss 8080 http://host:8080
//= console.log: skip not a url https://base.org/dir/not%20a%20url
//= console.log: /tmp/x y.txt file:///a%20b%23c%3F.txt
//= console.log: skip /relative?x=1 https://base.org/relative?x=1
//= console.log: q=a+b%26c&page=2&q=%C3%A4%2B 3 true { q: 'ä+', page: '2' }
//= console.log: [ [ 'a', '1' ], [ 'a', '2' ], [ 'b', '%zz' ], [ 'c', '' ] ]
