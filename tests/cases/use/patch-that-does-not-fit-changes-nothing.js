//! [files]
//! "/a.txt" = "one\n"
//! "/b.txt" = "two\n"

async () => {
  const patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-three\n+3\n";
  try {
    await state.applyPatch(patch);
  } catch (error) {
    return [error.code, await state.readFile("/a.txt")];
  }
}
//= result: ["EINVAL", "one\n"]
