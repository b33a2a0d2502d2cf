//! [limits]
//! file_bytes = 100
//! [files]
//! "/a" = "a"

async () => {
  await state.writeFile("/a", "x".repeat(90));
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code} ${error.message}`; } };
  return [await tried(() => state.checkpoint("late")), await state.readdir("/")];
}
//= result: [
//=   "EFBIG EFBIG: what this run has changed already has 90 bytes, too many to be kept in a file of 100: make the checkpoint before the changes, checkpoint",
//=   ["a"],
//= ]
//= changed: /a (1 -> 90)
