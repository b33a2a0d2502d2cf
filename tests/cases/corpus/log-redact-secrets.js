async () => {
  const text = 'user=ann@example.com token=abcDEF123456 card 4111 1111 1111 1111 ip 192.168.0.1 Authorization: Bearer eyJh.b-c_d';
  const rules = [
    [/[\w.+-]+@[\w-]+\.[\w.]+/g, (m) => `${m[0]}***@${m.split('@')[1]}`],
    [/\b(token|password)=(\S+)/gi, (_, k, v) => `${k}=${'*'.repeat(v.length)}`],
    [/\b(?:\d[ -]?){13,16}\b/g, (m) => `****${m.replace(/\D/g, '').slice(-4)}`],
    [/(?<=Bearer )[\w.-]+/g, '<redacted>'],
    [/\b(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}\b/g, '$1.$2.x.x'],
  ];
  return rules.reduce((t, [pattern, by]) => t.replace(pattern, by), text);
}

//= result: "user=a***@example.com token=************ card ****1111ip 192.168.x.x Authorization: Bearer <redacted>"
