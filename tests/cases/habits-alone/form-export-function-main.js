//+ files-project

export async function main() { return state.readdir("/src") }
//= result: ["app.ts", "lib", "util.ts"]
