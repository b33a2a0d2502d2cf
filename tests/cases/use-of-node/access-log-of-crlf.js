//! about = "Status codes and bytes of a log with line ends of Windows, by host."
//! [files]
//! "/logs/access.log" = "10.0.0.1 GET /index.html 200 512\r\n10.0.0.2 GET /missing 404 0\r\n\r\n10.0.0.1 POST /api/users 201 77\r\n10.0.0.3 GET /slow path 200 1024\r\nbroken line\r\n10.0.0.2 GET / 200 2048"

const fs = require("node:fs");
const { EOL } = require("node:os");

const lines = fs.readFileSync("/logs/access.log", "utf8").split(/\r?\n/);
const hosts = new Map();
const rejected = [];
for (const [index, line] of lines.entries()) {
  if (line.trim() === "") continue;
  const match = /^(\S+) (GET|POST) (.+) (\d{3}) (\d+)$/.exec(line);
  if (!match) {
    rejected.push(index + 1);
    continue;
  }
  const [, host, , , status, bytes] = match;
  const entry = hosts.get(host) ?? { requests: 0, errors: 0, bytes: 0 };
  entry.requests++;
  if (Number(status) >= 400) entry.errors++;
  entry.bytes += Number(bytes);
  hosts.set(host, entry);
}
const report = [...hosts]
  .sort(([, a], [, b]) => b.bytes - a.bytes)
  .map(([host, { requests, errors, bytes }]) => `${host.padEnd(12)}${String(requests).padStart(4)}${String(errors).padStart(4)}${String(bytes).padStart(8)}`);
fs.writeFileSync("/logs/report.txt", report.join(EOL) + EOL);
console.log(report.join("\n"));
console.error("rejected lines:", rejected);
//= result: undefined
//= console.log: "10.0.0.2       2   1    2048\n10.0.0.3       1   0    1024\n10.0.0.1       2   0     589"
//= console.error: rejected lines: [ 6 ]
//= created: /logs/report.txt (- -> 87)
