//+ files-project

return state.writeFile("hello", "/a.txt")
//= result: undefined
//= console.warn: note: the text "/a.txt" was written to "hello": are the arguments swapped? It is state.writeFile(path, content)
//= created: /hello (- -> 6)
