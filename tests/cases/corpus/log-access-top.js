async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `10.0.0.${i % 7} - - [0${1 + (i % 3)}/May/2024] "GET /p/${(i * 7) % 5}?x=${i} HTTP/1.1" ${i % 11 ? 200 : 500} ${100 + i}`);
  const pattern = /^(\S+) .* "(\w+) ([^ ?]+)[^"]*" (\d{3}) (\d+)$/;
  const stats = new Map();
  let failures = 0;
  for (const line of lines) {
    const [, ip, , path, status, bytes] = line.match(pattern);
    if (status >= 500) failures++;
    const entry = stats.get(path) ?? { hits: 0, bytes: 0, ips: new Set() };
    entry.hits++;
    entry.bytes += Number(bytes);
    entry.ips.add(ip);
    stats.set(path, entry);
  }
  const top = [...stats].map(([path, { hits, bytes, ips }]) => ({ path, hits, average: +(bytes / hits).toFixed(1), ips: ips.size }));
  top.sort((a, b) => b.hits - a.hits || a.path.localeCompare(b.path));
  return { top, failures };
}

//= result: {
//=   top: [
//=     { path: "/p/0", hits: 12, average: 127.5, ips: 7 },
//=     { path: "/p/1", hits: 12, average: 130.5, ips: 7 },
//=     { path: "/p/2", hits: 12, average: 128.5, ips: 7 },
//=     { path: "/p/3", hits: 12, average: 131.5, ips: 7 },
//=     { path: "/p/4", hits: 12, average: 129.5, ips: 7 },
//=   ],
//=   failures: 6,
//= }
