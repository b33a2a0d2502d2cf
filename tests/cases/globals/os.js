//! about = "The machine of `os` is the same everywhere"
async () => {
  const os = require("node:os");
  const { constants, ...members } = os;
  const answers = Object.entries(members).map(([name, value]) => [name, typeof value === "function" && name !== "uptime" ? value() : typeof value]);
  return {
    answers: Object.fromEntries(answers),
    text: [`${os.platform}`, `${os.EOL}`, os.platform.name, typeof os.uptime()],
    tables: Object.entries(constants).map(([name, table]) => [name, typeof table === "object" ? Object.keys(table).length : table]),
    known: [constants.errno.ENOENT, constants.signals.SIGKILL, constants.priority.PRIORITY_HIGHEST],
    fixed: (() => { try { "use strict"; os.EOL = "x"; return os.EOL; } catch (error) { return error.message; } })(),
    user: os.userInfo({ encoding: "buffer" }).username,
    same: (await import("os")).default === os,
    missing: [typeof os.setPriority, typeof os.getPriority],
  };
}
//= result: {
//=   answers: {
//=     arch: "wasm32",
//=     availableParallelism: 1,
//=     endianness: "LE",
//=     freemem: 268435456,
//=     homedir: "/",
//=     hostname: "isolate",
//=     platform: "linux",
//=     release: "1.0.0",
//=     tmpdir: "/tmp",
//=     totalmem: 268435456,
//=     type: "Linux",
//=     uptime: "function",
//=     version: "#1",
//=     machine: "wasm32",
//=     cpus: [{ model: "isolate", speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }],
//=     loadavg: [0, 0, 0],
//=     networkInterfaces: {},
//=     userInfo: { uid: 0, gid: 0, username: "root", homedir: "/", shell: null },
//=     EOL: "string",
//=     devNull: "string",
//=   },
//=   text: ["linux", "\n", "platform", "number"],
//=   tables: [
//=     ["UV_UDP_REUSEADDR", 4],
//=     ["dlopen", 5],
//=     ["errno", 79],
//=     ["signals", 33],
//=     ["priority", 6],
//=   ],
//=   known: [2, 9, -20],
//=   fixed: "\n",
//=   user: bytes(72 6f 6f 74),
//=   same: true,
//=   missing: ["undefined", "undefined"],
//= }
