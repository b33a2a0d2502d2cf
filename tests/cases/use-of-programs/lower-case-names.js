//! about = "Names that differ only in case are not joined."
//! [files]
//! "/d/README.md" = "1"
//! "/d/Readme.md" = "2"
//! "/d/Other.TXT" = "3"

async () => {
  const groups = Object.groupBy(await state.readdir("/d"), (n) => n.toLowerCase());
  const result = { renamed: [], kept: [] };
  for (const [lower, names] of Object.entries(groups)) {
    if (names.length > 1) { result.kept.push(...names); continue; }
    if (names[0] !== lower) { await state.mv(`/d/${names[0]}`, `/d/${lower}`); result.renamed.push(lower); }
  }
  return { ...result, names: await state.readdir("/d") };
}
//= result: {
//=   renamed: ["other.txt"],
//=   kept: ["README.md", "Readme.md"],
//=   names: ["README.md", "Readme.md", "other.txt"],
//= }
//= created: /d/other.txt (- -> 1)
//= deleted: /d/Other.TXT (1 -> -)
