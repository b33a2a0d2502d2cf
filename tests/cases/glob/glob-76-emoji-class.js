//+ files-names

async () => state.glob("/data/emo[😀].csv")

//= result: ["/data/emo😀.csv"]
