//+ files-project

async function main() { return await state.readdir("/src") }
main().catch(console.error)
//= result: ["app.ts", "lib", "util.ts"]
