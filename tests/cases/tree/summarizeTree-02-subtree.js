//+ files-tree

async () => state.summarizeTree("/src")

//= result: { files: 5, directories: 3, symlinks: 0, totalBytes: 18, maxDepth: 3 }
