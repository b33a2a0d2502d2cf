//+ files-project

const r = await state.replaceInFiles("/src/**", "var", "let"); return { changed: r.filesChanged, n: r.replacements }
//= result: { changed: undefined, n: undefined }
//= console.warn: note: line 21: state.replaceInFiles gives { dryRun, files, totalFiles, totalReplacements }; it has no filesChanged
//= console.warn: note: line 21: state.replaceInFiles gives { dryRun, files, totalFiles, totalReplacements }; it has no replacements
//= changed: /src/app.ts (81 -> 81)
//= changed: /src/lib/a.js (49 -> 49)
