//! [limits]
//! quota_bytes = 10
//! [files]
//! "/a" = "x\n"

async () => {
  const error = await state.applyPatch("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n--- /dev/null\n+++ b\n@@ -0,0 +1 @@\n+123456789\n").catch((error) => error);
  return [error.code, error.message, await state.readFile("/a"), await state.readdir("/")];
}
//= result: [
//=   "ENOSPC",
//=   "ENOSPC: no space left: the workspace would hold 12 bytes, at most 10 are allowed, applyPatch; nothing was written",
//=   "x\n",
//=   ["a"],
//= ]
