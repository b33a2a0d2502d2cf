async () => {
  const ini = `; comment\nname = demo\n[server]\nport=8080\nhosts[] = a\nhosts[] = b\n\n[ server.tls ]\nenabled = true\nkey = "a = b ; c"\n`;
  const result = {};
  let section = result;
  for (const [number, raw] of ini.split('\n').entries()) {
    const line = raw.trim();
    if (!line || /^[;#]/.test(line)) continue;
    const header = line.match(/^\[\s*([^\]]+?)\s*\]$/);
    if (header) { section = header[1].split('.').reduce((o, k) => (o[k] ??= {}), result); continue; }
    const at = line.indexOf('=');
    if (at < 0) throw new Error(`line ${number + 1}: no "="`);
    let key = line.slice(0, at).trim();
    let value = line.slice(at + 1).trim();
    if (/^".*"$/.test(value)) value = value.slice(1, -1);
    else if (value === 'true' || value === 'false') value = value === 'true';
    else if (value !== '' && !Number.isNaN(Number(value))) value = Number(value);
    if (key.endsWith('[]')) { key = key.slice(0, -2); (section[key] ??= []).push(value); } else section[key] = value;
  }
  return result;
}

//= result: {
//=   name: "demo",
//=   server: { port: 8080, hosts: ["a", "b"], tls: { enabled: true, key: "a = b ; c" } },
//= }
