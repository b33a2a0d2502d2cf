//! [files]
//! "/bin" = { bytes = [255, 102, 111, 111] }
//! "/nul" = { bytes = [102, 111, 111, 0] }
//! "/text" = "foo"
//! "/mark" = { bytes = [239, 187, 191, 102, 111, 111] }

async () => {
  //+ fails
  return {
    one: await fails(() => state.replaceInFile("/bin", "foo", "x")),
    nul: await fails(() => state.replaceInFile("/nul", "foo", "x")),
    mark: await fails(() => state.replaceInFile("/mark", "^foo", "x", { regex: true })),
    all: (await state.replaceInFiles("/*", "foo", "x")).files.map((file) => file.path),
    plan: await fails(() => state.planEdits([{ kind: "replace", path: "/bin", search: "foo", replacement: "x" }])),
    over: (await state.applyEdits([{ path: "/bin", content: "text" }])).edits,
    bytes: await state.readFileBytes("/nul"),
    marked: await state.readFileBytes("/mark"),
  };
}

//= result: {
//=   one: [
//=     "EBADMSG",
//=     "EBADMSG: the file is not text (a NUL byte, or not UTF-8), and replacing in it would damage it; change its bytes with readFileBytes and writeFileBytes, replaceInFile '/bin'",
//=   ],
//=   nul: [
//=     "EBADMSG",
//=     "EBADMSG: the file is not text (a NUL byte, or not UTF-8), and replacing in it would damage it; change its bytes with readFileBytes and writeFileBytes, replaceInFile '/nul'",
//=   ],
//=   mark: { replaced: 1, content: "\ufeffx" },
//=   all: ["/text"],
//=   plan: [
//=     "EBADMSG",
//=     "EBADMSG: the file is not text (a NUL byte, or not UTF-8), and replacing in it would damage it; change its bytes with readFileBytes and writeFileBytes, planEdits '/bin' (at instructions[0]; nothing was written)",
//=   ],
//=   over: [
//=     {
//=       path: "/bin",
//=       changed: true,
//=       content: "text",
//=       diff: "Binary files /bin and /bin differ\n",
//=     },
//=   ],
//=   bytes: bytes(66 6f 6f 00),
//=   marked: bytes(ef bb bf 78),
//= }
//= console.warn: note: replaceInFiles passed over 2 files that are not text (a NUL byte, or not UTF-8): '/bin', '/nul'
//= changed: /bin (4 -> 4)
//= changed: /mark (6 -> 4)
//= changed: /text (3 -> 1)
