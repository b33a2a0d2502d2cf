//+ files-names

async () => state.glob("/data/[äö].csv")

//= result: ["/data/ä.csv"]
