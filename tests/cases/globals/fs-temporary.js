const os = require("os");
const fs = require("fs");
const code = (task) => { try { return task(); } catch (error) { return error.code; } };
export default () => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "run-"));
  fs.writeFileSync(path.join(made, "a.txt"), "one");
  return {
    isBelow: made.startsWith("/tmp/run-"),
    names: fs.readdirSync(made),
    mode: (fs.statSync("/tmp").mode & 0o777).toString(8),
    made: fs.mkdirSync("/tmp/x", { recursive: true }),
    deeper: code(() => fs.mkdirSync("/tmp/y/z")),
    elsewhere: code(() => fs.mkdtempSync("/var/run-")),
  };
};
//= result: {
//=   isBelow: true,
//=   names: ["a.txt"],
//=   mode: "755",
//=   made: "/tmp/x",
//=   deeper: "ENOENT",
//=   elsewhere: "ENOENT",
//= }
//= created: /tmp (- -> 0)
//= created: /tmp/run-LQNPvz (- -> 0)
//= created: /tmp/run-LQNPvz/a.txt (- -> 3)
//= created: /tmp/x (- -> 0)
