async () => state.resolvePath("/a//b", "c//d")

//= result: "/a/b/c/d"
