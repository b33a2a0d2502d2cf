//+ files-names

async () => state.glob("/data/ä*")

//= result: ["/data/ä.csv"]
