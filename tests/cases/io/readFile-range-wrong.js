//! [files]
//! "/t" = "text"

async () => {
  const fails = async (call) => {
    try {
      return await call();
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  return [
    await fails(() => state.readFile("/t", { offset: -1 })),
    await fails(() => state.readFile("/t", { limit: 0.5 })),
    await fails(() => state.readFileBytes("/t", { limit: NaN })),
    await fails(() => state.readFileBytes("/t", { offset: -Infinity })),
    await fails(() => state.readFile("/t", { offset: Infinity })),
    await fails(() => state.readFile("/t", { offset: -0, limit: Infinity })),
  ];
}
//= result: [
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.readFile: \"options.offset\" must be a whole number from 0 on, but is -1 — expected state.readFile(path, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.readFile: \"options.limit\" must be a whole number from 0 on, but is 0.5 — expected state.readFile(path, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.readFileBytes: \"options.limit\" must be a whole number from 0 on, but is NaN — expected state.readFileBytes(path, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.readFileBytes: \"options.offset\" must be a whole number from 0 on, but is -Infinity — expected state.readFileBytes(path, options?)",
//=   ],
//=   "",
//=   "text",
//= ]
//= console.warn: note: offset and limit of state.readFile count bytes: write byteOffset and byteLength; lines are startLine and endLine
