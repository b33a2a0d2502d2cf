//+ files-tree

async () => state.summarizeTree("/")

//= result: { files: 8, directories: 6, symlinks: 3, totalBytes: 28, maxDepth: 4 }
