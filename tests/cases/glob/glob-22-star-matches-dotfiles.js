//+ files-names

async () => state.glob("/*ignore")

//= result: ["/.gitignore"]
