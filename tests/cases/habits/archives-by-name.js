//! [files]
//! "/src/a.txt" = "a"
//! "/src/d/b.txt" = "bb"

async () => {
  const tried = async (call) => { try { return await call(); } catch (error) { return `${error.code ?? error.name} ${error.message}`; } };
  const kind = async (path) => (await state.detectFile(path)).mime;
  const answers = {};
  for (const name of ["/x.tar", "/x.tar.gz", "/x.tgz", "/x.zip"]) {
    await state.createArchive(name, "/src");
    const listed = (await state.listArchive(name)).map(({ path, type, size }) => `${path} ${type} ${size}`);
    await state.extractArchive(name, { to: `/out${name}` });
    answers[name] = [await kind(name), listed, await state.readFile(`/out${name}/src/d/b.txt`)];
  }
  answers.other = await tried(() => state.createArchive("/x.7z", ["/src"]));
  answers.bzip2 = await tried(() => state.createArchive("/x.tar.bz2", ["/src"]));
  answers.gzip = await tried(() => state.createArchive("/x.gz", ["/src"]));
  answers.hash = [await state.hashFile("/src/a.txt", "md5"), await state.md5("/src/a.txt")];
  answers.mkdir = await tried(() => state.mkdir("/m/n", true));
  answers.exists = await tried(() => state.exists(["/a", "/b"]));
  answers.callback = await tried(() => state.readFile("/src/a.txt", "utf8", (error, text) => text));
  answers.entry = await tried(async () => state.readFile((await state.find("/src", { type: "file" }))[0]));
  answers.map = await Promise.all(["/src/a.txt", "/src/d/b.txt"].map(state.readFile));
  answers.from = await Promise.all(Array.from(["/src/a.txt"], state.exists));
  return answers;
}
//= result: {
//=   "/x.tar": [
//=     "application/x-tar",
//=     ["src directory 0", "src/a.txt file 1", "src/d directory 0", "src/d/b.txt file 2"],
//=     "bb",
//=   ],
//=   "/x.tar.gz": [
//=     "application/gzip",
//=     ["src directory 0", "src/a.txt file 1", "src/d directory 0", "src/d/b.txt file 2"],
//=     "bb",
//=   ],
//=   "/x.tgz": [
//=     "application/gzip",
//=     ["src directory 0", "src/a.txt file 1", "src/d directory 0", "src/d/b.txt file 2"],
//=     "bb",
//=   ],
//=   "/x.zip": [
//=     "application/zip",
//=     ["src directory 0", "src/a.txt file 1", "src/d directory 0", "src/d/b.txt file 2"],
//=     "bb",
//=   ],
//=   other: "ENOTSUP ENOTSUP: that format cannot be written: name the archive .tar, .tar.gz, .tgz or .zip, createArchive '/x.7z'",
//=   bzip2: "ENOTSUP ENOTSUP: that format cannot be written: name the archive .tar, .tar.gz, .tgz or .zip, createArchive '/x.tar.bz2'",
//=   gzip: "ENOTSUP ENOTSUP: that format cannot be written: name the archive .tar, .tar.gz, .tgz or .zip; state.compressFile compresses one file, createArchive '/x.gz'",
//=   hash: ["0cc175b9c0f1b6a831c399e269772661", "0cc175b9c0f1b6a831c399e269772661"],
//=   mkdir: undefined,
//=   exists: "EINVAL state.exists: \"path\" must be a string, but is an array of 2 — expected state.exists(path); for several: await Promise.all(paths.map((path) => state.exists(path)))",
//=   callback: "EINVAL state.readFile: it takes no callback: it gives a promise, so write const result = await state.readFile(\"/src/a.txt\", \"utf8\")",
//=   entry: "EINVAL state.readFile: unknown parameter \"name\" — expected state.readFile(path, options?), or one object with these names; of what find or readdir gave, pass the path: state.readFile(entry.path)",
//=   map: ["a", "bb"],
//=   from: [true],
//= }
//= created: /m (- -> 0)
//= created: /m/n (- -> 0)
//= created: /out (- -> 0)
//= created: /out/x.tar (- -> 0)
//= created: /out/x.tar.gz (- -> 0)
//= created: /out/x.tar.gz/src (- -> 0)
//= created: /out/x.tar.gz/src/a.txt (- -> 1)
//= created: /out/x.tar.gz/src/d (- -> 0)
//= created: /out/x.tar.gz/src/d/b.txt (- -> 2)
//= created: /out/x.tar/src (- -> 0)
//= created: /out/x.tar/src/a.txt (- -> 1)
//= created: /out/x.tar/src/d (- -> 0)
//= created: /out/x.tar/src/d/b.txt (- -> 2)
//= created: /out/x.tgz (- -> 0)
//= created: /out/x.tgz/src (- -> 0)
//= created: /out/x.tgz/src/a.txt (- -> 1)
//= created: /out/x.tgz/src/d (- -> 0)
//= created: /out/x.tgz/src/d/b.txt (- -> 2)
//= created: /out/x.zip (- -> 0)
//= created: /out/x.zip/src (- -> 0)
//= created: /out/x.zip/src/a.txt (- -> 1)
//= created: /out/x.zip/src/d (- -> 0)
//= created: /out/x.zip/src/d/b.txt (- -> 2)
//= created: /x.tar (- -> 4096)
//= created: /x.tar.gz (- -> 143)
//= created: /x.tgz (- -> 143)
//= created: /x.zip (- -> 393)
