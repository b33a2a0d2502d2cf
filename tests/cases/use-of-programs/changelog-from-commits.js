//! about = "A changelog of conventional commits."
//! [files]
//! "/commits.txt" = "a1b2c3 feat(api)!: drop v1\nb2c3d4 fix: crash on empty input (#12)\nc3d4e5 chore: deps\nd4e5f6 feat: dark mode\ne5f6a7 Merge branch 'x'\n"
//! "/CHANGELOG.md" = "# Changelog\n\n## 1.0.0\n\n- first\n"

async (input) => {
  const version = input?.version ?? "2.0.0";
  const commits = (await state.readFile("/commits.txt")).trim().split("\n").map((line) => {
    const [hash, ...rest] = line.split(" ");
    const m = /^(?<type>\w+)(?:\((?<scope>[^)]+)\))?(?<bang>!)?: (?<text>.+)$/.exec(rest.join(" "));
    return m && { hash, ...m.groups };
  }).filter(Boolean);
  const section = (title, list) => (list.length ? [`### ${title}`, "", ...list.map((c) => `- ${c.scope ? `**${c.scope}:** ` : ""}${c.text} (${c.hash.slice(0, 6)})`), ""] : []);
  const entry = [
    `## ${version}`, "",
    ...section("Breaking", commits.filter((c) => c.bang)),
    ...section("Features", commits.filter((c) => c.type === "feat" && !c.bang)),
    ...section("Fixes", commits.filter((c) => c.type === "fix")),
  ].join("\n");
  const text = await state.readFile("/CHANGELOG.md");
  const at = text.indexOf("## ");
  await state.writeFile("/CHANGELOG.md", text.slice(0, at) + entry + "\n" + text.slice(at));
  return (await state.readFile("/CHANGELOG.md")).split("\n");
}
//= result: [
//=   "# Changelog",
//=   "",
//=   "## 2.0.0",
//=   "",
//=   "### Breaking",
//=   "",
//=   "- **api:** drop v1 (a1b2c3)",
//=   "",
//=   "### Features",
//=   "",
//=   "- dark mode (d4e5f6)",
//=   "",
//=   "### Fixes",
//=   "",
//=   "- crash on empty input (#12) (b2c3d4)",
//=   "",
//=   "## 1.0.0",
//=   "",
//=   "- first",
//=   "",
//= ]
//= changed: /CHANGELOG.md (31 -> 170)
