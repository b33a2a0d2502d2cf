async () => {
  const url = new URL('../c?x=1&y=ä#z', 'https://user@example.com:8080/a/b/');
  url.searchParams.append('k', 'v w');
  return { href: url.href, host: url.host, query: [...url.searchParams], json: { url }, error: (() => { try { new URL('no'); } catch (e) { return [e.name, e.code, e.input]; } })() };
}

//= result: {
//=   href: "https://user@example.com:8080/a/c?x=1&y=%C3%A4&k=v+w#z",
//=   host: "example.com:8080",
//=   query: [["x", "1"], ["y", "ä"], ["k", "v w"]],
//=   json: { url: "https://user@example.com:8080/a/c?x=1&y=%C3%A4&k=v+w#z" },
//=   error: ["TypeError", "ERR_INVALID_URL", "no"],
//= }
