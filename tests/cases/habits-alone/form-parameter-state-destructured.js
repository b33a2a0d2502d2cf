//+ files-project

async ({ state }) => state.readdir("/src")
//= result: ["app.ts", "lib", "util.ts"]
