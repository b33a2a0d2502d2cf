//+ files-project

async (input, tools) => [input, typeof tools, await state.readdir("/src")]
//= result: [undefined, "object", ["app.ts", "lib", "util.ts"]]
