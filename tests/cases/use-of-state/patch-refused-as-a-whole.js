//! about = "A patch with a binary file changes nothing, and says which."
//! [files]
//! "/a.txt" = "a\n"
//! "/logo.png" = { bytes = [137, 80, 78, 71] }

async () => {
  const patch = [
    "diff --git a/a.txt b/a.txt", "--- a/a.txt", "+++ b/a.txt", "@@ -1 +1 @@", "-a", "+b",
    "diff --git a/logo.png b/logo.png", "index 12..34 100644", "Binary files a/logo.png and b/logo.png differ", "",
  ].join("\n");
  try {
    await state.applyPatch(patch);
  } catch (error) {
    return { code: error.code, message: error.message, a: await state.readFile("/a.txt") };
  }
}
//= result: {
//=   code: "EINVAL",
//=   message: "EINVAL: line 9 of the patch: \"logo.png\" is not text, and a patch changes text only; write bytes with state.writeFileBytes, applyPatch",
//=   a: "a\n",
//= }
