async () => state.resolvePath("/a", ".")

//= result: "/a"
