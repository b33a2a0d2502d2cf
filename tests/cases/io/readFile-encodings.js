// The labels of the Encoding Standard beside the names of Node.
async () => {
  const fails = async (work) => { try { return await work(); } catch (error) { return error.message; } };
  const round = async (encoding, text) => {
    await state.writeFile("/x.txt", text, { encoding });
    return [await state.readFile("/x.txt", "hex"), await state.readFile("/x.txt", { encoding })];
  };
  const rounds = {};
  for (const encoding of ["shift_jis", "EUC-JP", "gbk", "big5", "euc-kr", "iso-2022-jp"]) rounds[encoding] = await round(encoding, "字\n");
  for (const encoding of ["windows-1252", "ISO-8859-1", "iso-8859-15", "macintosh", "latin1", "Latin-1", "binary"]) rounds[encoding] = await round(encoding, /^(latin|bin)/i.test(encoding) ? "éÿ" : "é€ÿ");
  for (const encoding of ["utf-16", "utf-16be", "utf-16le", "ucs2", "utf8", "UTF-8"]) rounds[encoding] = await round(encoding, "é😀");
  await state.writeFile("/marked.txt", "\ufeffé", "utf16le");
  await state.writeFile("/kept.txt", "\ufeffa", "utf16le");
  await state.writeFile("/kept.txt", "b", "utf-16");
  await state.appendFile("/kept.txt", "c", "utf-16");
  await state.writeFile("/lines.txt", "één\ntwee\n", "windows-1252");
  await state.writeFileBytes("/cut.txt", new Uint8Array([97, 0x81]));
  return {
    rounds,
    wins: [await state.readFile("/marked.txt", "shift_jis"), await state.readFile("/marked.txt", "utf16le"), await state.readFile("/marked.txt", { encoding: "utf-16be", byteOffset: 2 })],
    kept: await state.readFile("/kept.txt", "hex"),
    lines: [await state.readFile("/lines.txt", { encoding: "windows-1252", startLine: 1, endLine: 1 }), await state.readFile("/lines.txt", { encoding: "latin1", lines: [1, 2] })],
    noLines: await fails(() => state.readFile("/lines.txt", { encoding: "hex", startLine: 1 })),
    plain: await state.readFile("/marked.txt"),
    damaged: await state.readFile("/cut.txt", "shift_jis"),
    unknown: [await fails(() => state.readFile("/cut.txt", "shift-jss")), await fails(() => state.writeFile("/cut.txt", "", { encoding: 7 }))],
    unmappable: await fails(() => state.writeFile("/cut.txt", "a\nb→", { encoding: "iso-8859-15" })),
    stays: await state.readFile("/cut.txt", "hex"),
    json: await fails(() => state.readJson("/marked.txt")),
    node: await fails(() => require("fs").readFileSync("/cut.txt", "shift_jis")),
  };
}
//= result: {
//=   rounds: {
//=     shift_jis: ["8e9a0a", "字\n"],
//=     "EUC-JP": ["bbfa0a", "字\n"],
//=     gbk: ["d7d60a", "字\n"],
//=     big5: ["a6720a", "字\n"],
//=     "euc-kr": ["edae0a", "字\n"],
//=     "iso-2022-jp": ["1b24423b7a1b28420a", "字\n"],
//=     "windows-1252": ["e980ff", "é€ÿ"],
//=     "ISO-8859-1": ["e980ff", "é€ÿ"],
//=     "iso-8859-15": ["e9a4ff", "é€ÿ"],
//=     macintosh: ["8edbd8", "é€ÿ"],
//=     latin1: ["e9ff", "éÿ"],
//=     "Latin-1": ["e9ff", "éÿ"],
//=     binary: ["e9ff", "éÿ"],
//=     "utf-16": ["fffee9003dd800de", "é😀"],
//=     "utf-16be": ["00e9d83dde00", "é😀"],
//=     "utf-16le": ["e9003dd800de", "é😀"],
//=     ucs2: ["e9003dd800de", "é😀"],
//=     utf8: ["c3a9f09f9880", "é😀"],
//=     "UTF-8": ["c3a9f09f9880", "é😀"],
//=   },
//=   wins: ["é", "\ufeffé", ""],
//=   kept: "fffe62006300",
//=   lines: ["één", "één\ntwee"],
//=   noLines: "state.readFile: lines are those of a text: choose byteOffset and byteLength of an encoded file — expected state.readFile(path, options?)",
//=   plain: "���\u0000",
//=   damaged: "a�",
//=   unknown: [
//=     "state.readFile: \"options.encoding\" must be \"utf8\", \"utf16le\", \"latin1\", \"ascii\", \"base64\", \"base64url\", \"hex\", or a label of the Encoding Standard such as \"windows-1252\", \"shift_jis\", \"gbk\" or \"utf-16\", but is \"shift-jss\" — expected state.readFile(path, options?)",
//=     "state.writeFile: \"options.encoding\" must be \"utf8\" or \"base64\" or \"base64url\" or \"latin1\" or \"hex\" or \"ascii\" or \"utf16le\", but is the number 7 — expected state.writeFile(path, content)",
//=   ],
//=   unmappable: "state.writeFile: \"content\" cannot be encoded: ISO-8859-15 has no '→' (line 2); replace it, or write UTF-8",
//=   stays: "6181",
//=   json: "Invalid JSON in /marked.txt: unexpected token '�' where a value should start (line 1, column 1); the file is UTF-16: write JSON.parse(await state.readFile(\"/marked.txt\", { encoding: \"utf-16\" }))",
//=   node: "The argument 'encoding' is invalid encoding. Received 'shift_jis'; state.readFile and state.writeFile take { encoding: 'shift_jis' }",
//= }
//= console.warn: note: '/marked.txt' is UTF-16, and was read as UTF-8: { encoding: "utf-16" } reads its text
//= console.warn: note: '/cut.txt' has bytes that are not Shift_JIS: each is U+FFFD in the text
//= created: /cut.txt (- -> 2)
//= created: /kept.txt (- -> 6)
//= created: /lines.txt (- -> 9)
//= created: /marked.txt (- -> 4)
//= created: /x.txt (- -> 6)
