//! about = "URLs are printed with their fields"

() => {
  console.log(new URL('https://me:pw@a.example:8080/c/d?x=1&y=#e'));
  console.log(new URLSearchParams('a=1&a=2&b='), new URLSearchParams());
  console.log({ deep: { url: new URL('https://a.example/') } });
  console.log([new URLSearchParams({ q: 'ä' })]);
}
//= result: undefined
//= console.log: "URL {\n  href: 'https://me:pw@a.example:8080/c/d?x=1&y=#e',\n  origin: 'https://a.example:8080',\n  protocol: 'https:',\n  username: 'me',\n  password: 'pw',\n  host: 'a.example:8080',\n  hostname: 'a.example',\n  port: '8080',\n  pathname: '/c/d',\n  search: '?x=1&y=',\n  searchParams: URLSearchParams { 'x' => '1', 'y' => '' },\n  hash: '#e'\n}"
//= console.log: URLSearchParams { 'a' => '1', 'a' => '2', 'b' => '' } URLSearchParams {}
//= console.log: "{\n  deep: {\n    url: URL {\n      href: 'https://a.example/',\n      origin: 'https://a.example',\n      protocol: 'https:',\n      username: '',\n      password: '',\n      host: 'a.example',\n      hostname: 'a.example',\n      port: '',\n      pathname: '/',\n      search: '',\n      searchParams: URLSearchParams {},\n      hash: ''\n    }\n  }\n}"
//= console.log: [ URLSearchParams { 'q' => 'ä' } ]
