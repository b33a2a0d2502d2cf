async () => {
  for (let i = 0; i < 20; i++) await state.writeFile(`/d/f${String(i).padStart(2, "0")}.txt`, `foo ${i}\nline\n`);
  const r = await state.replaceInFiles("/d/*.txt", "foo", "bar");
  await state.writeFile("/d/f00.txt", "later");
  await state.removeTree("/d");
  await state.mkdir("/d/f01.txt", { recursive: true });
  return [r.totalFiles, r.files[0], r.files[1], r.files[19]];
}

//= result: [
//=   20,
//=   {
//=     path: "/d/f00.txt",
//=     replaced: 1,
//=     content: "bar 0\nline\n",
//=     diff: "--- /d/f00.txt\n+++ /d/f00.txt\n@@ -1,2 +1,2 @@\n-foo 0\n+bar 0\n line\n",
//=   },
//=   {
//=     path: "/d/f01.txt",
//=     replaced: 1,
//=     content: "bar 1\nline\n",
//=     diff: "--- /d/f01.txt\n+++ /d/f01.txt\n@@ -1,2 +1,2 @@\n-foo 1\n+bar 1\n line\n",
//=   },
//=   {
//=     path: "/d/f19.txt",
//=     replaced: 1,
//=     content: "bar 19\nline\n",
//=     diff: "--- /d/f19.txt\n+++ /d/f19.txt\n@@ -1,2 +1,2 @@\n-foo 19\n+bar 19\n line\n",
//=   },
//= ]
//= created: /d (- -> 0)
//= created: /d/f01.txt (- -> 0)
