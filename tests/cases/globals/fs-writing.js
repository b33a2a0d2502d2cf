// Flags and data of fs.writeFile and of what reads and cuts.
async () => {
  const fs = require("fs");
  const file = "/w/file";
  const attempt = async (call) => {
    fs.writeFileSync(file, "text");
    try {
      const answer = await call();
      return [answer ?? "done", fs.readFileSync(file, "latin1")];
    } catch (error) {
      return [error.code, error.message, fs.readFileSync(file, "latin1")];
    }
  };
  fs.mkdirSync("/w");
  const write = (data, options) => attempt(() => fs.writeFileSync(file, data, options));
  const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL } = fs.constants;
  const answers = [
    await write("X", { flag: "r+" }),
    await write("X", { flag: "w+" }),
    await write("X", { flag: "a" }),
    await write("X", { flag: "ax" }),
    await write("X", { flag: "wx" }),
    await write("X", { flag: "r" }),
    await write("X", { flag: "q" }),
    await write("X", { flag: O_WRONLY | O_APPEND }),
    await write("X", { flag: O_WRONLY | O_CREAT | O_EXCL }),
    await write(new Uint16Array([0x4241, 0x4443])),
    await write(new DataView(new ArrayBuffer(2))),
    await write("414243", "hex"),
    await write("é", "latin1"),
    await write(5),
    await write(["a"]),
    await write("x", { mode: "9" }),
    await write("x", { flush: 1 }),
    await write("x", "none"),
    await attempt(() => fs.promises.writeFile(file, ["a", Buffer.from("b")])),
    await attempt(() => fs.promises.writeFile(file, (async function* () { yield "1"; yield "2"; })())),
    await attempt(() => fs.promises.appendFile(file, ["+", "-"])),
    await attempt(() => fs.promises.writeFile(file, (function* () { yield "a"; throw new Error("stop"); })())),
    await attempt(() => fs.promises.writeFile(file, "x", { signal: AbortSignal.abort() })),
    await attempt(() => fs.readFileSync(file, { flag: "w+", encoding: "utf8" })),
    await attempt(() => fs.readFileSync(file, { flag: "a+", encoding: "utf8" })),
    await attempt(() => fs.readFileSync(file, "base64")),
    await attempt(() => fs.truncateSync(file, 2)),
    await attempt(() => fs.truncateSync(file, 6)),
    await attempt(() => fs.promises.truncate(file)),
  ];
  fs.rmSync("/w", { recursive: true });
  return answers;
}
//= result: [
//=   ["done", "Xext"],
//=   ["done", "X"],
//=   ["done", "textX"],
//=   ["EEXIST", "EEXIST: file already exists, open '/w/file'", "text"],
//=   ["EEXIST", "EEXIST: file already exists, open '/w/file'", "text"],
//=   ["EBADF", "EBADF: bad file descriptor, write", "text"],
//=   ["ERR_INVALID_ARG_VALUE", "The argument 'flags' is invalid. Received 'q'", "text"],
//=   ["done", "textX"],
//=   ["EEXIST", "EEXIST: file already exists, open '/w/file'", "text"],
//=   ["done", "ABCD"],
//=   ["done", "\u0000\u0000"],
//=   ["done", "ABC"],
//=   ["done", "é"],
//=   [
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"data\" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)",
//=     "text",
//=   ],
//=   [
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"data\" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Array",
//=     "text",
//=   ],
//=   [
//=     "ERR_INVALID_ARG_VALUE",
//=     "The argument 'mode' must be a 32-bit unsigned integer or an octal string. Received '9'",
//=     "text",
//=   ],
//=   [
//=     "ERR_INVALID_ARG_TYPE",
//=     "The \"options.flush\" property must be of type boolean. Received type number (1)",
//=     "text",
//=   ],
//=   [
//=     "ERR_INVALID_ARG_VALUE",
//=     "The argument 'encoding' is invalid encoding. Received 'none'",
//=     "text",
//=   ],
//=   ["done", "ab"],
//=   ["done", "12"],
//=   ["done", "text+-"],
//=   [undefined, "stop", "a"],
//=   ["ABORT_ERR", "The operation was aborted", "text"],
//=   ["", ""],
//=   ["text", "text"],
//=   ["dGV4dA==", "text"],
//=   ["done", "te"],
//=   ["done", "text\u0000\u0000"],
//=   ["done", ""],
//= ]
