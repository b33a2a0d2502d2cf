//+ files-names

async () => state.glob("/*link*")

//= result: ["/flink", "/link"]
