async () => state.resolvePath("/a/../b", "c")

//= result: "/b/c"
