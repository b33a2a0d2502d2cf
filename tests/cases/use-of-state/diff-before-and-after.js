//! about = "Changes are shown as diffs, also without a final line end, and applied to a copy."
//! [files]
//! "/d/a.txt" = "one\ntwo\nthree\nfour\nfive\nsix\nseven"
//! "/d/crlf.txt" = "x\r\ny\r\n"

async () => {
  const text = await state.readFile("/d/a.txt");
  const next = text.replace("two", "zwei") + "\neight\n";
  const diff = await state.diffContent("/d/a.txt", next);
  await state.cp("/d/a.txt", "/d/b.txt");
  await state.applyPatch(diff.replaceAll("/d/a.txt", "/d/b.txt"));
  const same = (await state.readFile("/d/b.txt")) === next;
  const between = await state.diff("/d/a.txt", "/d/b.txt");
  const crlf = await state.diffContent("/d/crlf.txt", "x\ny\n");
  await state.applyPatch(crlf);
  return { diff, same, equal: between.split("\n").slice(2).join("\n") === diff.split("\n").slice(2).join("\n"), crlf, after: await state.readFile("/d/crlf.txt"), none: await state.diffContent("/d/b.txt", next) };
}
//= result: {
//=   diff: "--- /d/a.txt\n+++ /d/a.txt\n@@ -1,7 +1,8 @@\n one\n-two\n+zwei\n three\n four\n five\n six\n-seven\n\\ No newline at end of file\n+seven\n+eight\n",
//=   same: true,
//=   equal: true,
//=   crlf: "--- /d/crlf.txt\n+++ /d/crlf.txt\n@@ -1,2 +1,2 @@\n-x\r\n-y\r\n+x\n+y\n",
//=   after: "x\ny\n",
//=   none: "",
//= }
//= created: /d/b.txt (- -> 41)
//= changed: /d/crlf.txt (6 -> 4)
