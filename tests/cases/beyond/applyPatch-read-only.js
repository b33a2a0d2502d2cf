//! [options]
//! read_only = true
//! [files]
//! "/a" = "x\n"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  return {
    applyPatch: await tried(() => state.applyPatch("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n")),
    undo: await tried(() => state.undo()),
    checkpoint: await tried(() => state.checkpoint("x")),
    restore: await tried(() => state.restore("x")),
    history: (await state.history()).length,
    outline: (await state.outline("/a")).language,
  };
}
//= result: {
//=   applyPatch: "EROFS EROFS: this run may only read, applyPatch",
//=   undo: "EROFS EROFS: this run may only read, undo",
//=   checkpoint: "EROFS EROFS: this run may only read, checkpoint",
//=   restore: "EROFS EROFS: this run may only read, restore",
//=   history: 1,
//=   outline: "text",
//= }
