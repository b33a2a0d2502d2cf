//! [files]
//! "/latin" = { bytes = [104, 233, 10, 120, 10] }

async () => {
  const tried = async (...args) => { try { return (await state.applyPatch(...args)).files; } catch (error) { return `${error.code} ${error.message}`; } };
  const hunk = (n) => `@@ -${n} +${n} @@\n-${n}\n+x\n`;
  const lines = Array.from({ length: 1001 }, (_, n) => `${n + 1}`);
  await state.writeFile("/many", lines.join("\n") + "\n");
  await state.writeFile("/large", "x".repeat(2 * 1024 * 1024 + 1));
  await state.writeFile("/long", "x".repeat(1024 * 1024) + "\n" + lines.join("\n") + "\n");
  const many = (name, count) => `--- ${name}\n+++ ${name}\n` + lines.slice(0, count).map((_, n) => hunk(n + 1)).join("");
  return {
    hunks: await tried(many("many", 1001)),
    files: await tried(lines.slice(0, 51).map((n) => `--- /dev/null\n+++ ${n}\n@@ -0,0 +1 @@\n+x\n`).join("")),
    text: await tried("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+" + "y".repeat(2 * 1024 * 1024)),
    file: await tried("--- large\n+++ large\n@@ -1 +1 @@\n-x\n+y\n"),
    work: await tried(many("long", 300)),
    bytes: await tried("--- latin\n+++ latin\n@@ -2 +2 @@\n-x\n+y\n"),
    notBytes: await tried("--- latin\n+++ latin\n@@ -1 +1 @@\n-hé\n+y\n"),
    all: (await state.applyPatch(many("many", 500))).files[0].hunks.length,
    negative: await tried("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n", { strip: -1 }),
    left: [...await state.readFileBytes("/latin")],
  };
}
//= result: {
//=   hunks: "E2BIG E2BIG: the patch has 1 files and 1001 hunks, at most 50 and 1000 are allowed; send it in several calls, applyPatch",
//=   files: "E2BIG E2BIG: the patch has 51 files and 51 hunks, at most 50 and 1000 are allowed; send it in several calls, applyPatch",
//=   text: "E2BIG E2BIG: the patch has 2097180 bytes, at most 2097152 are allowed; send it in several calls, whole files in each, applyPatch",
//=   file: "EFBIG EFBIG: it has 2097153 bytes, a patch takes at most 2097152; state.replaceInFile works on larger files, applyPatch '/large'; nothing was written",
//=   work: "E2BIG E2BIG: the hunks of the patch would be looked for in more than 64 MiB; apply it in several calls, some files in each, applyPatch '/long'; nothing was written",
//=   bytes: [
//=     {
//=       path: "/latin",
//=       action: "updated",
//=       linesAdded: 1,
//=       linesRemoved: 1,
//=       hunks: [{ line: 2, match: "exact" }],
//=     },
//=   ],
//=   notBytes: "EBADMSG EBADMSG: hunk 1: its lines are not in the file as they are, and the file is not UTF-8, so nothing but exact text can be found in it; copy the lines of the hunk exactly as they are, from bytes that are UTF-8, or use a program for bytes, applyPatch '/latin'; nothing was written",
//=   all: 500,
//=   negative: "EINVAL state.applyPatch: \"options.strip\" must be a whole number from 0 on, but is -1 — expected state.applyPatch(patch, options?)",
//=   left: [104, 233, 10, 121, 10],
//= }
//= created: /large (- -> 2097153)
//= created: /long (- -> 1052475)
//= created: /many (- -> 3006)
//= changed: /latin (5 -> 5)
