// `rm` with `force` removes nothing where a path was meant as a pattern, and says what does.
async () => {
  const fs = require("fs");
  fs.writeFileSync("/logs/one.log", "1");
  fs.writeFileSync("/logs/two.log", "2");
  const attempt = async (call) => {
    try {
      return [await call(), fs.readdirSync("/logs")];
    } catch (error) {
      return [error.code, error.message];
    }
  };
  return [
    await attempt(() => fs.rmSync("/logs/*.log", { force: true })),
    await attempt(() => fs.promises.rm("logs/o*", { recursive: true, force: true })),
    await attempt(() => fs.rmSync("/logs/*.txt", { recursive: true, force: true })),
    await attempt(() => fs.rmSync("/logs/missing", { force: true })),
  ];
}
//= result: [
//=   [
//=     "ENOENT",
//=     "ENOENT: no such file or directory (as a pattern it matches 2 entries: for (const path of fs.globSync(\"/logs/*.log\")) fs.rmSync(path, { recursive: true })), rm '/logs/*.log'",
//=   ],
//=   [
//=     "ENOENT",
//=     "ENOENT: no such file or directory (as a pattern it matches 1 entry: for (const path of fs.globSync(\"/logs/o*\")) fs.rmSync(path, { recursive: true })), rm 'logs/o*'",
//=   ],
//=   [undefined, ["one.log", "two.log"]],
//=   [undefined, ["one.log", "two.log"]],
//= ]
//= created: /logs (- -> 0)
//= created: /logs/one.log (- -> 1)
//= created: /logs/two.log (- -> 1)
