// Callbacks of fs are called later, with an error or none; wrong arguments are thrown at once.
async () => {
  const fs = require("fs");
  const { promisify } = require("util");
  const called = (call) => new Promise((resolve) => {
    let isLater = false;
    const done = (...args) => resolve([isLater, ...args.map((arg) => (arg instanceof Error ? `${arg.code} ${arg.syscall}` : arg))]);
    try {
      call(done);
    } catch (error) {
      resolve(["thrown", error.code, error.message]);
    }
    isLater = true;
  });
  fs.mkdirSync("/w/dir", { recursive: true });
  fs.writeFileSync("/w/file", "text");
  const answers = [
    await called((done) => fs.chmod("/w/file", 0o600, done)),
    await called((done) => fs.utimes("/w/file", 1, 2, done)),
    await called((done) => fs.glob("*", { cwd: "/w" }, done)),
    await called((done) => fs.cp("/w/dir", "/w/copy", { recursive: true }, done)),
    await called((done) => fs.rm("/w/copy", { recursive: true }, done)),
    await called((done) => fs.mkdir("/w/a/b", { recursive: true }, done)),
    await called((done) => fs.readFile("/w/file", "utf8", done)),
    await called((done) => fs.readFile("/w/missing", done)),
    await called((done) => fs.writeFile("/w/file", "new", done)),
    await called((done) => fs.writeFile("/w/file", {}, done)),
    await called((done) => fs.access("/w/missing", done)),
    await called((done) => fs.exists("/w/file", done)),
    await called((done) => fs.rename("/w/file", "/w/dir", done)),
    await called((done) => fs.readdir("/w/dir", done)),
    await called((done) => fs.truncate("/w/file", "1", done)),
    await called(() => fs.readFile("/w/file")),
    await called(() => fs.readFile("/w/file", "utf8")),
    await called(() => fs.mkdir("/w/none")),
    await called(() => fs.readFile(5.5, () => {})),
    await promisify(fs.exists)("/w/file"),
    await promisify(fs.readFile)("/w/file", "utf8"),
    fs.existsSync("/w/none"),
  ];
  fs.rmSync("/w", { recursive: true });
  return answers;
}
//= result: [
//=   [true, null],
//=   [true, null],
//=   [true, null, ["dir", "file"]],
//=   [true, null, undefined],
//=   [true, null],
//=   [true, null, "/w/a"],
//=   [true, null, "text"],
//=   [true, "ENOENT open"],
//=   [true, null],
//=   [
//=     "thrown",
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"data\" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object",
//=   ],
//=   [true, "ENOENT access"],
//=   [true, true],
//=   [true, "EISDIR rename"],
//=   [true, null, []],
//=   [
//=     "thrown",
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"len\" argument must be of type number. Received type string ('1')",
//=   ],
//=   [
//=     "thrown",
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"cb\" argument must be of type function. Received undefined",
//=   ],
//=   [
//=     "thrown",
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"cb\" argument must be of type function. Received type string ('utf8')",
//=   ],
//=   [
//=     "thrown",
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"cb\" argument must be of type function. Received undefined",
//=   ],
//=   [
//=     "thrown",
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"path\" argument must be of type string or an instance of Buffer or URL. Received type number (5.5)",
//=   ],
//=   true,
//=   "new",
//=   false,
//= ]
