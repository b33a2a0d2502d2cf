async () => ["x".padStart(3, "-"), " t ".trim(), "a,b".split(","), "abc".at(-1), "é".normalize("NFD").length, "😀".codePointAt(0), [..."a😀"].length]

//= result: ["--x", "t", ["a", "b"], "c", 2, 128512, 2]
