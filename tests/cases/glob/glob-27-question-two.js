//+ files-names

async () => state.glob("/data/??.csv")

//= result: ["/data/10.csv"]
