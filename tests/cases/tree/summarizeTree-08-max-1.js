//+ files-tree

async () => state.summarizeTree("/", { maxDepth: 1 })

//= result: { files: 1, directories: 4, symlinks: 3, totalBytes: 4, maxDepth: 1 }
