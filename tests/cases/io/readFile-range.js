//! [files]
//! "/t" = "héllo wörld"
//! "/e" = ""
//! "/b" = { bytes = [0, 1, 2, 253, 254, 255] }

async () => {
  //+ fails
  const read = (options) => fails(() => state.readFile("/t", options));
  return {
    all: await read({}),
    offset: await read({ offset: 3 }),
    limit: await read({ limit: 3 }),
    both: await read({ offset: 3, limit: 2 }),
    inside: await read({ offset: 2, limit: 1 }),
    end: await read({ offset: 13 }),
    past: await read({ offset: 1000 }),
    far: await read({ offset: 2 ** 53 }),
    none: await read({ limit: 0 }),
    long: await read({ limit: 1e300 }),
    negative: await read({ offset: -1 }),
    half: await read({ offset: 0.5 }),
    nan: await read({ limit: NaN }),
    infinite: await read({ limit: Infinity }),
    text: await read({ offset: "3" }),
    empty: await state.readFile("/e", { offset: 1, limit: 1 }),
    missing: await fails(() => state.readFile("/x", { limit: 0 })),
    folder: await fails(() => state.readFile("/", { limit: 0 })),
  };
}

//= result: {
//=   all: "héllo wörld",
//=   offset: "llo wörld",
//=   limit: "hé",
//=   both: "ll",
//=   inside: "",
//=   end: "",
//=   past: "",
//=   far: "",
//=   none: "",
//=   long: "héllo wörld",
//=   negative: [
//=     "EINVAL",
//=     "state.readFile: \"options.offset\" must be a whole number from 0 on, but is -1 — expected state.readFile(path, options?)",
//=   ],
//=   half: [
//=     "EINVAL",
//=     "state.readFile: \"options.offset\" must be a whole number from 0 on, but is 0.5 — expected state.readFile(path, options?)",
//=   ],
//=   nan: [
//=     "EINVAL",
//=     "state.readFile: \"options.limit\" must be a whole number from 0 on, but is NaN — expected state.readFile(path, options?)",
//=   ],
//=   infinite: "héllo wörld",
//=   text: [
//=     "EINVAL",
//=     "state.readFile: \"options.offset\" must be a number, but is the string \"3\" — expected state.readFile(path, options?)",
//=   ],
//=   empty: "",
//=   missing: ["ENOENT", "ENOENT: no such file or directory, readFile '/x'"],
//=   folder: [
//=     "EISDIR",
//=     "EISDIR: illegal operation on a directory, readFile '/'; it is a directory: state.readdir(path) lists it, state.searchFiles(\"/**\", query) searches it",
//=   ],
//= }
//= console.warn: note: offset and limit of state.readFile count bytes: write byteOffset and byteLength; lines are startLine and endLine
