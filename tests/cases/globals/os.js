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
