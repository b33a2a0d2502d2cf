//+ files-searched

async () => state.searchFiles("", "foo")

//= result: []
//= console.warn: note: the pattern is empty and matches nothing: "*" is what is at the top, "**" everything
