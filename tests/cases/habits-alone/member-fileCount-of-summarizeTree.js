//+ files-project

const s = await state.summarizeTree("/src"); return s.fileCount
//= result: undefined
//= console.warn: note: line 21: state.summarizeTree gives { files, directories, symlinks, totalBytes, maxDepth }; it has no fileCount
