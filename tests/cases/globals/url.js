async () => {
  const url = new URL('../c?x=1&y=ä#z', 'https://user@example.com:8080/a/b/');
  url.searchParams.append('k', 'v w');
  return { href: url.href, host: url.host, query: [...url.searchParams], json: { url }, error: (() => { try { new URL('no'); } catch (e) { return [e.name, e.code, e.input]; } })() };
}

