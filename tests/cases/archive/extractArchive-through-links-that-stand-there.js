//! [files]
//! "/secret/file" = "secret"

async () => {
  const entry = (name, text, type = "0", link = "") => {
    const header = new Uint8Array(512);
    const put = (at, value) => header.set(new TextEncoder().encode(value), at);
    put(0, name);
    put(100, "0000644\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, text.length.toString(8).padStart(11, "0") + "\0");
    put(136, "00000000000\0");
    put(148, "        ");
    put(156, type);
    put(157, link);
    put(257, "ustar\x0000");
    const sum = header.reduce((sum, byte) => sum + byte, 0);
    put(148, sum.toString(8).padStart(6, "0") + "\0 ");
    const content = new Uint8Array(Math.ceil(text.length / 512) * 512);
    content.set(new TextEncoder().encode(text));
    return [...header, ...content];
  };
  // What stands in the destination before.
  const stand = {
    "a link to a folder": ["/out/l", "/secret"],
    "a link upwards": ["/out/l", "../secret"],
    "a link to the root": ["/out/l", "/"],
    "a link to itself": ["/out/l", "l"],
    "a link to nothing": ["/out/l", "/nothing"],
    "a link deeper": ["/out/d/l", "../../secret"],
    "a link to a link": ["/out/l", "/out/m", "/out/m", "/secret"],
    "a link to a file": ["/out/l", "/secret/file"],
    "a link within": ["/out/l", "/out/e"],
  };
  const archives = (at) => ({
    file: entry(`${at}/file`, "new"),
    new: entry(`${at}/new/deeper`, "new"),
    folder: [...entry(`${at}/`, "", "5"), ...entry(`${at}/file`, "new")],
    "folder below": entry(`${at}/sub/`, "", "5"),
    link: entry(`${at}/s`, "", "2", "x"),
    "hard link from": [...entry("good", "g"), ...entry(`${at}/h`, "", "1", "good")],
    "hard link to": entry("h", "", "1", `${at}/file`),
    "hard link to it": entry("h", "", "1", at),
    "in place of it": entry(at, "new"),
  });
  const answers = {};
  for (const [name, links] of Object.entries(stand)) {
    const at = links[0].slice("/out/".length);
    for (const [kind, bytes] of Object.entries(archives(at))) {
      await state.removeTree("/out");
      await state.mkdir("/out/d", { recursive: true });
      await state.mkdir("/out/e");
      for (let i = 0; i < links.length; i += 2) await state.symlink(links[i + 1], links[i]);
      await state.writeFileBytes("/x.tar", Uint8Array.from([...bytes, ...Array(1024).fill(0)]));
      const before = JSON.stringify((await state.find("/")).map((e) => [e.path, e.type]));
      try {
        await state.extractArchive("/x.tar", "/out");
        const type = (await state.lstat(`/out/${at}`)).type;
        answers[`${name}, ${kind}`] = `unpacked; ${type}`;
      } catch (error) {
        const after = JSON.stringify((await state.find("/")).map((e) => [e.path, e.type]));
        answers[`${name}, ${kind}`] = `${error.message}${before === after ? "" : "; and something has changed"}`;
      }
      const secret = await state.readdir("/secret");
      if (secret.join() !== "file" || (await state.readFile("/secret/file")) !== "secret") answers[`${name}, ${kind}`] += "; OUTSIDE";
      if ((await state.lstat("/out/h"))?.type === "file" && (await state.readFile("/out/h")) === "secret") answers[`${name}, ${kind}`] += "; READ FROM OUTSIDE";
    }
  }
  // The way to the destination is the caller's own.
  await state.removeTree("/out");
  await state.mkdir("/real");
  await state.symlink("/real", "/way");
  await state.writeFileBytes("/x.tar", Uint8Array.from([...entry("a/b", "new"), ...Array(1024).fill(0)]));
  await state.extractArchive("/x.tar", "/way/in");
  answers.destination = await state.readFile("/real/in/a/b");
  await state.removeTree("/real");
  await state.rm("/way");
  await state.rm("/x.tar");
  return answers;
}
//= result: {
//=   "a link to a folder, file": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a folder, new": "EINVAL: archive entry 'l/new/deeper': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a folder, folder": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a folder, folder below": "EINVAL: archive entry 'l/sub/': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a folder, link": "EINVAL: archive entry 'l/s': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a folder, hard link from": "EINVAL: archive entry 'l/h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a folder, hard link to": "EINVAL: archive entry 'h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a folder, hard link to it": "unpacked; symlink",
//=   "a link to a folder, in place of it": "unpacked; file",
//=   "a link upwards, file": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link upwards, new": "EINVAL: archive entry 'l/new/deeper': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link upwards, folder": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link upwards, folder below": "EINVAL: archive entry 'l/sub/': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link upwards, link": "EINVAL: archive entry 'l/s': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link upwards, hard link from": "EINVAL: archive entry 'l/h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link upwards, hard link to": "EINVAL: archive entry 'h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link upwards, hard link to it": "unpacked; symlink",
//=   "a link upwards, in place of it": "unpacked; file",
//=   "a link to the root, file": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to the root, new": "EINVAL: archive entry 'l/new/deeper': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to the root, folder": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to the root, folder below": "EINVAL: archive entry 'l/sub/': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to the root, link": "EINVAL: archive entry 'l/s': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to the root, hard link from": "EINVAL: archive entry 'l/h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to the root, hard link to": "EINVAL: archive entry 'h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to the root, hard link to it": "unpacked; symlink",
//=   "a link to the root, in place of it": "unpacked; file",
//=   "a link to itself, file": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to itself, new": "EINVAL: archive entry 'l/new/deeper': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to itself, folder": "EEXIST: file already exists, extractArchive '/out/l'",
//=   "a link to itself, folder below": "EINVAL: archive entry 'l/sub/': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to itself, link": "EINVAL: archive entry 'l/s': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to itself, hard link from": "EINVAL: archive entry 'l/h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to itself, hard link to": "EINVAL: archive entry 'h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to itself, hard link to it": "unpacked; symlink",
//=   "a link to itself, in place of it": "unpacked; file",
//=   "a link to nothing, file": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to nothing, new": "EINVAL: archive entry 'l/new/deeper': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to nothing, folder": "EEXIST: file already exists, extractArchive '/out/l'",
//=   "a link to nothing, folder below": "EINVAL: archive entry 'l/sub/': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to nothing, link": "EINVAL: archive entry 'l/s': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to nothing, hard link from": "EINVAL: archive entry 'l/h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to nothing, hard link to": "EINVAL: archive entry 'h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to nothing, hard link to it": "unpacked; symlink",
//=   "a link to nothing, in place of it": "unpacked; file",
//=   "a link deeper, file": "EINVAL: archive entry 'd/l/file': '/out/d/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link deeper, new": "EINVAL: archive entry 'd/l/new/deeper': '/out/d/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link deeper, folder": "EINVAL: archive entry 'd/l/file': '/out/d/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link deeper, folder below": "EINVAL: archive entry 'd/l/sub/': '/out/d/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link deeper, link": "EINVAL: archive entry 'd/l/s': '/out/d/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link deeper, hard link from": "EINVAL: archive entry 'd/l/h': '/out/d/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link deeper, hard link to": "EINVAL: archive entry 'h': '/out/d/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link deeper, hard link to it": "unpacked; symlink",
//=   "a link deeper, in place of it": "unpacked; file",
//=   "a link to a link, file": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a link, new": "EINVAL: archive entry 'l/new/deeper': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a link, folder": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a link, folder below": "EINVAL: archive entry 'l/sub/': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a link, link": "EINVAL: archive entry 'l/s': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a link, hard link from": "EINVAL: archive entry 'l/h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a link, hard link to": "EINVAL: archive entry 'h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a link, hard link to it": "unpacked; symlink",
//=   "a link to a link, in place of it": "unpacked; file",
//=   "a link to a file, file": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a file, new": "EINVAL: archive entry 'l/new/deeper': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a file, folder": "EEXIST: file already exists, extractArchive '/out/l'",
//=   "a link to a file, folder below": "EINVAL: archive entry 'l/sub/': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a file, link": "EINVAL: archive entry 'l/s': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a file, hard link from": "EINVAL: archive entry 'l/h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a file, hard link to": "EINVAL: archive entry 'h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link to a file, hard link to it": "unpacked; symlink",
//=   "a link to a file, in place of it": "unpacked; file",
//=   "a link within, file": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link within, new": "EINVAL: archive entry 'l/new/deeper': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link within, folder": "EINVAL: archive entry 'l/file': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link within, folder below": "EINVAL: archive entry 'l/sub/': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link within, link": "EINVAL: archive entry 'l/s': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link within, hard link from": "EINVAL: archive entry 'l/h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link within, hard link to": "EINVAL: archive entry 'h': '/out/l' is a link, and nothing is unpacked through links: remove it, or unpack into another folder, extractArchive '/x.tar'",
//=   "a link within, hard link to it": "unpacked; symlink",
//=   "a link within, in place of it": "unpacked; file",
//=   destination: "new",
//= }
