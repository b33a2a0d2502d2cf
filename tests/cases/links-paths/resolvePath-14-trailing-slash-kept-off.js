async () => state.resolvePath("/a", "b/")

//= result: "/a/b"
