async () => state.resolvePath("/a", "/x/../y/./")

//= result: "/y"
