async () => state.resolvePath("/ä b", "ö")

//= result: "/ä b/ö"
