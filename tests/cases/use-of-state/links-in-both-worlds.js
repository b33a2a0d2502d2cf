//! about = "Links with and without a slash, for state and for fs."
//! [files]
//! "/w/real/f.txt" = "f"
//! "/w/dir" = { symlink = "real" }
//! "/w/file" = { symlink = "real/f.txt" }
//! "/w/gone" = { symlink = "nothing" }

async () => {
  const ask = async (f) => { try { return (await f()) ?? null; } catch (e) { return e.code; } };
  const out = {};
  for (const path of ["/w/dir", "/w/dir/", "/w/file", "/w/file/", "/w/gone", "/w/gone/", "/w/dir/../file"]) {
    out[path] = [
      await ask(() => state.exists(path)), (await ask(() => state.lstat(path)))?.type ?? null, (await ask(() => state.stat(path)))?.type ?? null,
      fs.existsSync(path), await ask(() => fs.promises.readlink(path)), await ask(async () => (await fs.promises.lstat(path)).isSymbolicLink()), await ask(() => state.realpath(path)),
    ];
  }
  out.cp = await ask(async () => { await state.cp("/w/dir", "/w/copy", { recursive: true }); return (await state.lstat("/w/copy")).type; });
  out.rm = await ask(async () => { await state.rm("/w/dir"); return state.exists("/w/real/f.txt"); });
  out.find = (await state.find("/w")).map((e) => `${e.path} ${e.type}`);
  return out;
}
//= result: {
//=   "/w/dir": [true, "symlink", "directory", true, "real", true, "/w/real"],
//=   "/w/dir/": [true, "symlink", "directory", true, "EINVAL", false, "/w/real"],
//=   "/w/file": [true, "symlink", "file", true, "real/f.txt", true, "/w/real/f.txt"],
//=   "/w/file/": [false, "symlink", null, false, "ENOTDIR", "ENOTDIR", "ENOTDIR"],
//=   "/w/gone": [false, "symlink", null, false, "nothing", true, "ENOENT"],
//=   "/w/gone/": [false, "symlink", null, false, "ENOENT", "ENOENT", "ENOENT"],
//=   "/w/dir/../file": [true, "symlink", "file", true, "real/f.txt", true, "/w/real/f.txt"],
//=   cp: "symlink",
//=   rm: true,
//=   find: [
//=     "/w directory",
//=     "/w/copy symlink",
//=     "/w/file symlink",
//=     "/w/gone symlink",
//=     "/w/real directory",
//=     "/w/real/f.txt file",
//=   ],
//= }
//= created: /w/copy (- -> 4)
//= deleted: /w/dir (4 -> -)
