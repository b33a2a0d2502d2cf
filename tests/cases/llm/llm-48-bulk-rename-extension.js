//! [files]
//! "/s/a.js" = "1"
//! "/s/b.test.js" = "2"
//! "/s/keep.json" = "{}"
//! "/s/n/c.js" = "3"

async () => {
  const moved = [];
  for (const p of await state.glob("/s/**/*.js")) { const to = p.replace(/\.js$/, ".ts"); await state.mv(p, to); moved.push([p, to]); }
  return { moved, now: await state.glob("/s/**/*.*") };
}

//= result: {
//=   moved: [["/s/a.js", "/s/a.ts"], ["/s/b.test.js", "/s/b.test.ts"], ["/s/n/c.js", "/s/n/c.ts"]],
//=   now: ["/s/a.ts", "/s/b.test.ts", "/s/keep.json", "/s/n/c.ts"],
//= }
//= created: /s/a.ts (- -> 1)
//= created: /s/b.test.ts (- -> 1)
//= created: /s/n/c.ts (- -> 1)
//= deleted: /s/a.js (1 -> -)
//= deleted: /s/b.test.js (1 -> -)
//= deleted: /s/n/c.js (1 -> -)
