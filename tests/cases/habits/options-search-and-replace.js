//! [files]
//! "/src/a.ts" = "const Foo = 1;\nfoo(Foo);\n"
//! "/src/b.ts" = "let foo = 2;\n"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  const count = (found) => found.reduce((sum, { matches }) => sum + matches.length, 0);
  return {
    preview: (await state.replaceInFiles("/src/**", "foo", "bar", { preview: true })).dryRun,
    dry: (await state.replaceInFiles("/src/**", "foo", "bar", { dry: true })).totalReplacements,
    untouched: await state.readFile("/src/b.ts"),
    isRegex: count(await state.searchFiles("/src/*", "fo+", { isRegex: true })),
    useRegex: count(await state.searchFiles("/src/*", "fo+", { use_regex: true })),
    ignoreCase: count(await state.searchFiles("/src/*", "foo", { ignoreCase: true })),
    i: count(await state.searchFiles("/src/*", "foo", { i: true })),
    conflict: await tried(() => state.searchFiles("/src/*", "foo", { ignoreCase: true, caseSensitive: true })),
    context: (await state.searchText("/src/a.ts", "foo", { context: 1 }))[0],
    dryRun: await state.replaceInFile("/src/b.ts", "foo", "bar", { dryRun: true }),
    still: await state.readFile("/src/b.ts"),
    named: count(await state.searchFiles({ pattern: "/src/*", query: "fo+", regex: true })),
    directory: count(await state.searchFiles("/src", "foo")),
    root: count(await state.searchFiles("/", "foo")),
    swapped: await tried(() => state.searchFiles("foo", "/src/**")),
    swappedText: await tried(() => state.searchText("foo", "/src/a.ts")),
    literal: await state.searchFiles("/src/*", "/fo+/g", { regex: true }),
    plain: await state.searchFiles("/src/*", "fo\\w+"),
    unknown: await tried(() => state.searchFiles("/src/*", "foo", { colour: 1 })),
  };
}
//= result: {
//=   preview: true,
//=   dry: 2,
//=   untouched: "let foo = 2;\n",
//=   isRegex: 2,
//=   useRegex: 2,
//=   ignoreCase: 4,
//=   i: 4,
//=   conflict: "EINVAL state.searchFiles: \"options.caseSensitive\" is given twice, as \"ignoreCase\" and as \"caseSensitive\", and they differ — expected state.searchFiles(pattern, query, options?)",
//=   context: {
//=     line: 2,
//=     column: 1,
//=     match: "foo",
//=     lineText: "foo(Foo);",
//=     beforeLines: ["const Foo = 1;"],
//=     afterLines: [],
//=   },
//=   dryRun: { replaced: 1, content: "let bar = 2;\n" },
//=   still: "let foo = 2;\n",
//=   named: 2,
//=   directory: 2,
//=   root: 2,
//=   swapped: "EINVAL state.searchFiles: nothing matches the pattern \"foo\", and \"/src/**\" does match files: the files come first, so write state.searchFiles(\"/src/**\", \"foo\") — expected state.searchFiles(pattern, query, options?)",
//=   swappedText: "ENOENT ENOENT: no such file or directory, searchText '/foo'; '/src/a.ts' exists and is passed as \"query\": are the arguments swapped? It is state.searchText(path, query, options?)",
//=   literal: [],
//=   plain: [],
//=   unknown: "EINVAL state.searchFiles: \"options.colour\" is no option; the options are caseSensitive, regex, wholeWord, contextBefore, contextAfter, maxMatches, exclude, gitignore, maxDepth — expected state.searchFiles(pattern, query, options?)",
//= }
//= console.warn: note: /fo+/g matched nothing and looks like a regular expression literal: pass it without quotes, or its source without the slashes
//= console.warn: note: "fo\w+" matched nothing: it was searched literally; { regex: true } makes it a regular expression
