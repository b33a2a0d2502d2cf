//! [files]
//! "/p/run.sh" = "#!/bin/sh\n"
//! "/p/secret/key" = "k"
//! "/p/in" = { symlink = "secret/key" }
//! "/p/here" = { symlink = "/p/run.sh" }

async () => {
  await state.chmod("/p/run.sh", 0o755);
  await state.chmod("/p/secret", 0o700);
  await state.chmod("/p/secret/key", 0o4600);
  const told = async (path) => [(await state.lstat(path)).type, (await state.lstat(path)).mode.toString(8)];
  const out = {};
  for (const name of ["x.tar", "x.tar.gz", "x.zip"]) {
    await state.createArchive(`/${name}`, ["/p"]);
    out[name] = await state.listArchive(`/${name}`);
    const refused = await state.extractArchive(`/${name}`, "/out").catch((error) => error.message);
    out[`${name} refused`] = [refused, await state.exists("/out")];
    await state.moveTree("/p", "/kept");
    await state.extractArchive(`/${name}`, "/");
    out[`${name} back`] = [await told("/p/run.sh"), await told("/p/secret"), await told("/p/secret/key"), await state.readlink("/p/in"), await state.readFile("/p/here")];
    await state.removeTree("/kept");
  }
  await state.compressFile("/p/run.sh");
  await state.rm("/p/run.sh");
  await state.decompressFile("/p/run.sh.gz");
  out.gzip = [await told("/p/run.sh.gz"), await told("/p/run.sh")];
  // What is there already gets the permissions of the archive; a directory keeps its own.
  await state.chmod("/p/run.sh", 0o600);
  await state.chmod("/p/secret", 0o711);
  await state.extractArchive("/x.tar", "/");
  out.again = [await told("/p/run.sh"), await told("/p/secret")];
  return out;
}
//= result: {
//=   "x.tar": [
//=     { path: "p", type: "directory", size: 0 },
//=     { path: "p/here", type: "symlink", size: 0, target: "/p/run.sh" },
//=     { path: "p/in", type: "symlink", size: 0, target: "secret/key" },
//=     { path: "p/run.sh", type: "file", size: 10, mode: 493 },
//=     { path: "p/secret", type: "directory", size: 0, mode: 448 },
//=     { path: "p/secret/key", type: "file", size: 1, mode: 384 },
//=   ],
//=   "x.tar refused": ["EINVAL: archive entry 'p/here': its link is absolute, extractArchive '/x.tar'", false],
//=   "x.tar back": [["file", "755"], ["directory", "700"], ["file", "600"], "secret/key", "#!/bin/sh\n"],
//=   "x.tar.gz": [
//=     { path: "p", type: "directory", size: 0 },
//=     { path: "p/here", type: "symlink", size: 0, target: "/p/run.sh" },
//=     { path: "p/in", type: "symlink", size: 0, target: "secret/key" },
//=     { path: "p/run.sh", type: "file", size: 10, mode: 493 },
//=     { path: "p/secret", type: "directory", size: 0, mode: 448 },
//=     { path: "p/secret/key", type: "file", size: 1, mode: 384 },
//=   ],
//=   "x.tar.gz refused": [
//=     "EINVAL: archive entry 'p/here': its link is absolute, extractArchive '/x.tar.gz'",
//=     false,
//=   ],
//=   "x.tar.gz back": [["file", "755"], ["directory", "700"], ["file", "600"], "secret/key", "#!/bin/sh\n"],
//=   "x.zip": [
//=     { path: "p", type: "directory", size: 0 },
//=     { path: "p/here", type: "symlink", size: 0, target: "/p/run.sh" },
//=     { path: "p/in", type: "symlink", size: 0, target: "secret/key" },
//=     { path: "p/run.sh", type: "file", size: 10, mode: 493 },
//=     { path: "p/secret", type: "directory", size: 0, mode: 448 },
//=     { path: "p/secret/key", type: "file", size: 1, mode: 384 },
//=   ],
//=   "x.zip refused": ["EINVAL: archive entry 'p/here': its link is absolute, extractArchive '/x.zip'", false],
//=   "x.zip back": [["file", "755"], ["directory", "700"], ["file", "600"], "secret/key", "#!/bin/sh\n"],
//=   gzip: [["file", "755"], ["file", "755"]],
//=   again: [["file", "755"], ["directory", "711"]],
//= }
//= created: /p/run.sh.gz (- -> 30)
//= created: /x.tar (- -> 5120)
//= created: /x.tar.gz (- -> 202)
//= created: /x.zip (- -> 594)
//= changed: /p/run.sh (10 -> 10)
//= changed: /p/secret (0 -> 0)
//= changed: /p/secret/key (1 -> 1)
