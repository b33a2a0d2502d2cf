//! [files]
//! "/a.txt" = "a"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  await state.writeFile("/a.txt", "b", { flag: "a" });
  await state.writeFile("/a.txt", "c", { append: true });
  await state.writeFile("/a.txt", "d", { flags: "a+", encoding: "utf8" }).catch((error) => console.log(error.message));
  return {
    appended: await state.readFile("/a.txt"),
    exclusive: await tried(() => state.writeFile("/a.txt", "x", { flag: "wx" })),
    free: await tried(() => state.writeFile("/new.txt", "x", { flag: "wx" })),
    utf8: await tried(() => state.writeFile("/u.txt", "é", "utf-8")),
    base64: await tried(async () => { await state.writeFile("/b", "aGk=", "base64"); return state.readFile("/b"); }),
    hex: await tried(async () => { await state.writeFile("/b", "6869", { encoding: "hex" }); return state.readFile("/b", "base64"); }),
    latin1: await tried(async () => { await state.writeFile("/b", "é", "latin1"); return [...(await state.readFileBytes("/b"))]; }),
    none: await tried(async () => (await state.readFile("/u.txt", { encoding: null })) instanceof Uint8Array),
    other: await tried(() => state.readFile("/u.txt", "ebcdic")),
    bad: await tried(() => state.writeFile("/b", "zz", "hex")),
    unknown: await tried(() => state.writeFile("/b", "x", { atomic: true })),
    differ: await tried(() => state.writeFile("/b", "x", { flag: "wx", overwrite: true })),
    surplus: await tried(() => state.writeFile("/b", "x", {}, 4)),
    bytes: await tried(async () => { await state.writeFile("/b", new Uint8Array([104, 105])); return state.readFile("/b"); }),
    object: await tried(() => state.writeFile("/b.json", { a: 1 })),
    array: await tried(() => state.writeFile("/b.json", [1])),
    number: await tried(() => state.writeFile("/b.json", 5)),
  };
}
//= result: {
//=   appended: "abc",
//=   exclusive: "EEXIST EEXIST: file already exists, writeFile '/a.txt'",
//=   free: undefined,
//=   utf8: undefined,
//=   base64: "hi",
//=   hex: "aGk=",
//=   latin1: [233],
//=   none: true,
//=   other: "EINVAL state.readFile: \"options.encoding\" must be \"utf8\", \"utf16le\", \"latin1\", \"ascii\", \"base64\", \"base64url\", \"hex\", or a label of the Encoding Standard such as \"windows-1252\", \"shift_jis\", \"gbk\" or \"utf-16\", but is \"ebcdic\" — expected state.readFile(path, options?)",
//=   bad: "EINVAL state.writeFile: \"content\" cannot be decoded: it is no hex",
//=   unknown: "EINVAL state.writeFile: \"options.atomic\" is no option; the options are encoding, mode, append, overwrite — expected state.writeFile(path, content)",
//=   differ: "EINVAL state.writeFile: \"options.overwrite\" is given twice, as \"flag\" and as \"overwrite\", and they differ — expected state.writeFile(path, content)",
//=   surplus: "EINVAL state.writeFile: argument 4 is one too many: the number 4 — expected state.writeFile(path, content)",
//=   bytes: "hi",
//=   object: "EINVAL state.writeFile: \"content\" must be a string or bytes, but is an object {a} — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/b.json\", value), or pass JSON.stringify(value)",
//=   array: "EINVAL state.writeFile: \"content\" must be a string or bytes, but is an array of 1 — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/b.json\", value), or pass JSON.stringify(value)",
//=   number: "EINVAL state.writeFile: \"content\" must be a string or bytes, but is the number 5 — expected state.writeFile(path, content); as JSON it is await state.writeJson(\"/b.json\", value), or pass JSON.stringify(value)",
//= }
//= console.log: state.writeFile: "options.flags" is no option; the options are encoding, mode, append, overwrite — expected state.writeFile(path, content)
//= created: /b (- -> 2)
//= created: /new.txt (- -> 1)
//= created: /u.txt (- -> 2)
//= changed: /a.txt (1 -> 3)
