//+ files-project

export default async function ({ state }) { return state.readdir("/src") }
//= result: ["app.ts", "lib", "util.ts"]
