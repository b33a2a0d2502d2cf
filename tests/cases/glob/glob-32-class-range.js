//+ files-names

async () => state.glob("/data/[0-9].csv")

//= result: ["/data/1.csv"]
