//! [files]
//! "/v1/a" = "1"
//! "/v1/b" = "same"
//! "/v1/gone" = "x"
//! "/v2/a" = "2"
//! "/v2/b" = "same"
//! "/v2/s/new" = "n"

async () => {
  const list = async (r) => new Set((await state.find(r, { type: "file" })).map((e) => e.path.slice(r.length)));
  const [o, n] = [await list("/v1"), await list("/v2")];
  const added = [...n].filter((p) => !o.has(p)), removed = [...o].filter((p) => !n.has(p)), changed = [];
  for (const p of o) if (n.has(p)) { const d = await state.diff("/v1" + p, "/v2" + p); if (d) changed.push(d); }
  return { added, removed, changed };
}

//= result: {
//=   added: ["/s/new"],
//=   removed: ["/gone"],
//=   changed: [
//=     "--- /v1/a\n+++ /v2/a\n@@ -1,1 +1,1 @@\n-1\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n",
//=   ],
//= }
