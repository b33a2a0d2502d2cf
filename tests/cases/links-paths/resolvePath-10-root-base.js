async () => state.resolvePath("/", "b")

//= result: "/b"
