//! [files]
//! "/a.txt" = "one two\nTwo three\nend\n"
//! "/crlf.txt" = "a;\r\nb;\r\n"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  const replaced = async (...args) => (await state.replaceInFile("/a.txt", ...args, { dryRun: true })).content;
  const made = async (search, replacement, options) =>
    (await state.replaceInFile("/a.txt", search, replacement, { dryRun: true, ...options })).content;
  return {
    literal: (await state.searchText("/a.txt", /two/gi)).length,
    once: (await state.searchText("/a.txt", /two/)).length,
    groups: await made("(\\w+) (\\w+)", "$2 $1", { regex: true }),
    named: await made(/(?<first>\w+) (?<last>\w+)/, "$<last>-$<first>"),
    whole: await made("two", "[$&]", { regex: true }),
    dollars: await made("two", "$1$&"),
    lines: await made("^", "> ", { regex: true }),
    ends: await made("$", "!", { regex: true }),
    text: await made(/^/, "> "),
    multiline: await made(/^t/gim, "#"),
    dotAll: await made(/one.*three/s, "x"),
    inline: await made("(?i)two", "2", { regex: true }),
    crlf: (await state.replaceInFile("/crlf.txt", ";$", "", { regex: true })).content,
    files: (await state.replaceInFiles("/a.txt", /t(w)o/gi, "$1", { dryRun: true })).totalReplacements,
    plan: (await state.planEdits([{ kind: "replace", path: "/a.txt", search: "(o)ne", replacement: "$1", options: { regex: true } }])).edits[0].content,
    planned: (await state.planEdits([{ path: "/a.txt", search: /^t/im, replacement: "T" }])).edits[0].content,
    python: await made("(o)ne", "\\1", { regex: true }),
    called: await state.replaceInFile("/a.txt", /(\w+) (\w+)/g, (all, a, b, at) => `${b.toUpperCase()} ${a} ${at}`),
    now: await state.readFile("/a.txt"),
    calledDry: await state.replaceInFile("/a.txt", "end", () => "END", { dryRun: true }),
    async: await tried(() => state.replaceInFile("/a.txt", "end", async () => "x")),
    throws: await tried(() => state.replaceInFile("/a.txt", "end", () => { throw new RangeError("mine"); })),
    many: await tried(() => state.replaceInFiles("/*", "end", () => "x")),
    unchanged: await state.readFile("/a.txt"),
  };
}
//= result: {
//=   literal: 2,
//=   once: 1,
//=   groups: "two one\nthree Two\nend\n",
//=   named: "two-one\nthree-Two\nend\n",
//=   whole: "one [two]\nTwo three\nend\n",
//=   dollars: "one $1$&\nTwo three\nend\n",
//=   lines: "> one two\n> Two three\n> end\n",
//=   ends: "one two!\nTwo three!\nend!\n",
//=   text: "> one two\nTwo three\nend\n",
//=   multiline: "one two\n#wo three\nend\n",
//=   dotAll: "x\nend\n",
//=   inline: "one 2\n2 three\nend\n",
//=   crlf: "a\r\nb\r\n",
//=   files: 2,
//=   plan: "o two\nTwo three\nend\n",
//=   planned: "one two\nTwo three\nend\n",
//=   python: "\\1 two\nTwo three\nend\n",
//=   called: { replaced: 2, content: "TWO one 0\nTHREE Two 8\nend\n" },
//=   now: "TWO one 0\nTHREE Two 8\nend\n",
//=   calledDry: { replaced: 1, content: "TWO one 0\nTHREE Two 8\nEND\n" },
//=   async: "TypeError state.replaceInFile: the replacement gave a Promise; compute what it needs first, and give text",
//=   throws: "RangeError mine",
//=   many: "EINVAL state.replaceInFiles: a function as replacement works for one file: for (const { path } of await state.searchFiles(\"/*\", \"end\")) await state.replaceInFile(path, \"end\", replacement)",
//=   unchanged: "TWO one 0\nTHREE Two 8\nend\n",
//= }
//= console.warn: note: $1 was taken literally: groups exist with { regex: true }
//= console.warn: note: a group is $1 in a replacement; \1 was taken literally
//= changed: /a.txt (22 -> 26)
//= changed: /crlf.txt (8 -> 6)
