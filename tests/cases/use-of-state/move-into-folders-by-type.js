//! about = "Downloads are sorted into folders that are partly there."
//! [files]
//! "/dl/a.pdf" = "1"
//! "/dl/b.PNG" = "2"
//! "/dl/c.tar.gz" = "3"
//! "/dl/noext" = "4"
//! "/dl/.hidden" = "5"
//! "/dl/png/b.PNG" = "old"
//! "/dl/deep/d.pdf" = "6"

async () => {
  const moved = [];
  for (const entry of await state.readdirWithFileTypes("/dl")) {
    if (entry.type !== "file" || entry.name.startsWith(".")) continue;
    const dot = entry.name.lastIndexOf(".");
    const folder = dot > 0 ? entry.name.slice(dot + 1).toLowerCase() : "other";
    await state.mkdir(`/dl/${folder}`, { recursive: true });
    let target = `/dl/${folder}/${entry.name}`;
    if (await state.exists(target)) target = target.replace(/(\.[^.]*)$/, "-1$1");
    await state.mv(`/dl/${entry.name}`, target);
    moved.push(target);
  }
  return [moved, (await state.walkTree("/dl")).children.map((c) => [c.name, c.children?.map((d) => d.name)])];
}
//= result: [
//=   ["/dl/pdf/a.pdf", "/dl/png/b-1.PNG", "/dl/gz/c.tar.gz", "/dl/other/noext"],
//=   [
//=     [".hidden", undefined],
//=     ["deep", ["d.pdf"]],
//=     ["gz", ["c.tar.gz"]],
//=     ["other", ["noext"]],
//=     ["pdf", ["a.pdf"]],
//=     ["png", ["b-1.PNG", "b.PNG"]],
//=   ],
//= ]
//= created: /dl/gz (- -> 0)
//= created: /dl/gz/c.tar.gz (- -> 1)
//= created: /dl/other (- -> 0)
//= created: /dl/other/noext (- -> 1)
//= created: /dl/pdf (- -> 0)
//= created: /dl/pdf/a.pdf (- -> 1)
//= created: /dl/png/b-1.PNG (- -> 1)
//= deleted: /dl/a.pdf (1 -> -)
//= deleted: /dl/b.PNG (1 -> -)
//= deleted: /dl/c.tar.gz (1 -> -)
//= deleted: /dl/noext (1 -> -)
