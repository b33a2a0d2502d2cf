//+ files-project

module.exports = async () => state.readdir("/src")
//= result: ["app.ts", "lib", "util.ts"]
