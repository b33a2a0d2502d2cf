async () => {
  for (let i = 0; i < 20; i++) await state.writeFile(`/d/${i}`, `foo ${i}\n`);
  const dry = await state.replaceInFiles("/d/*", "foo", "bar", { dryRun: true });
  const again = await state.replaceInFiles("/d/*", "foo", "baz", { dryRun: true });
  return [dry.files[3].content, again.files[3].diff, await state.readFile("/d/3")];
}

//= result: ["bar 11\n", "--- /d/11\n+++ /d/11\n@@ -1,1 +1,1 @@\n-foo 11\n+baz 11\n", "foo 3\n"]
//= created: /d (- -> 0)
//= created: /d/0 (- -> 6)
//= created: /d/1 (- -> 6)
//= created: /d/10 (- -> 7)
//= created: /d/11 (- -> 7)
//= created: /d/12 (- -> 7)
//= created: /d/13 (- -> 7)
//= created: /d/14 (- -> 7)
//= created: /d/15 (- -> 7)
//= created: /d/16 (- -> 7)
//= created: /d/17 (- -> 7)
//= created: /d/18 (- -> 7)
//= created: /d/19 (- -> 7)
//= created: /d/2 (- -> 6)
//= created: /d/3 (- -> 6)
//= created: /d/4 (- -> 6)
//= created: /d/5 (- -> 6)
//= created: /d/6 (- -> 6)
//= created: /d/7 (- -> 6)
//= created: /d/8 (- -> 6)
//= created: /d/9 (- -> 6)
