//+ files-searched

async () => state.searchFiles("/src/a.js", "foo", { contextBefore: 1, contextAfter: 1 })

//= result: [
//=   {
//=     path: "/src/a.js",
//=     matches: [
//=       {
//=         line: 1,
//=         column: 5,
//=         match: "foo",
//=         lineText: "let foo = 1;",
//=         beforeLines: [],
//=         afterLines: ["foo++;"],
//=       },
//=       {
//=         line: 2,
//=         column: 1,
//=         match: "foo",
//=         lineText: "foo++;",
//=         beforeLines: ["let foo = 1;"],
//=         afterLines: [],
//=       },
//=     ],
//=   },
//= ]
