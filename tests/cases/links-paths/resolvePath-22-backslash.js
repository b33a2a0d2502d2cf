async () => state.resolvePath("/a", "b\\..\\c")

//= result: "/a/b\\..\\c"
