//+ files-names

async () => state.glob("/data/{1..10}.csv")

//= result: ["/data/1.csv", "/data/10.csv"]
