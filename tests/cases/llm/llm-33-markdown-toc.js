//! [files]
//! "/doc.md" = "# Title\n\n## First Part\ntext\n### Sub-section: A & B\n```\n# not a heading\n```\n## Second\n"

async () => {
  const lines = (await state.readFile("/doc.md")).split("\n");
  let code = false; const toc = [];
  for (const l of lines) {
    if (l.startsWith("```")) code = !code;
    const m = !code && l.match(/^(#{2,3}) (.+)$/);
    if (m) toc.push("  ".repeat(m[1].length - 2) + `- [${m[2]}](#${m[2].toLowerCase().replace(/[^\w\s-]/g, "").trim().replace(/\s+/g, "-")})`);
  }
  const next = [lines[0], "", ...toc, ...lines.slice(1)].join("\n");
  const plan = await state.planEdits([{ kind: "write", path: "/doc.md", content: next }]);
  await state.applyEditPlan(plan);
  return { toc, diff: plan.edits[0].diff };
}

//= result: {
//=   toc: [
//=     "- [First Part](#first-part)",
//=     "  - [Sub-section: A & B](#sub-section-a-b)",
//=     "- [Second](#second)",
//=   ],
//=   diff: "--- /doc.md\n+++ /doc.md\n@@ -1,5 +1,9 @@\n # Title\n \n+- [First Part](#first-part)\n+  - [Sub-section: A & B](#sub-section-a-b)\n+- [Second](#second)\n+\n ## First Part\n text\n ### Sub-section: A & B\n",
//= }
//= changed: /doc.md (85 -> 177)
