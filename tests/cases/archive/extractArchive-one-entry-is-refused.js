//! [files]
//! "/a" = "mine"

async () => {
  //+ fails
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
  const pack = (path, ...entries) => state.writeFileBytes(path, Uint8Array.from([...entries.flat(), ...Array(1024).fill(0)]));
  const good = entry("good/file", "good");
  const bad = {
    above: entry("../up", "x"),
    "above later": entry("good/../../up", "x"),
    "link above": [...entry("l", "", "2", "../.."), ...entry("l/up", "x")],
    "link to the root": [...entry("l", "", "2", "/"), ...entry("l/up", "x")],
    "hard link above": entry("h", "", "1", "../../a"),
    device: entry("dev", "", "3"),
    fifo: entry("fifo", "", "6"),
    sparse: entry("sparse", "x", "S"),
    empty: entry("", "x"),
    "a folder with content": entry("folder/file/", "x"),
    onto: entry("good", "x"),
    below: entry("good/file/below", "x"),
    "checksum is wrong": entry("sum", "x").map((byte, at) => (at === 0 ? byte + 1 : byte)),
    "cut short": entry("cut", "x".repeat(600)).slice(0, 700),
  };
  const out = {};
  for (const [name, bytes] of Object.entries(bad)) {
    await pack("/bad.tar", good, bytes);
    if (name === "cut short") await state.writeFileBytes("/bad.tar", Uint8Array.from([...good, ...bytes]));
    out[name] = [await fails(() => state.extractArchive("/bad.tar", "/out")), await state.exists("/out")];
    if (await state.exists("/out")) await state.removeTree("/out");
  }
  return { out, a: await state.readFile("/a"), root: await state.readdir("/") };
}

//= result: {
//=   out: {
//=     above: [
//=       [
//=         "EINVAL",
//=         "EINVAL: archive entry '../up': its path holds '..', extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     "above later": [
//=       [
//=         "EINVAL",
//=         "EINVAL: archive entry 'good/../../up': its path holds '..', extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     "link above": [
//=       [
//=         "EINVAL",
//=         "EINVAL: archive entry 'l': its link leads outside, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     "link to the root": [
//=       [
//=         "EINVAL",
//=         "EINVAL: archive entry 'l': its link is absolute, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     "hard link above": [
//=       [
//=         "EINVAL",
//=         "EINVAL: archive entry 'h': it links to a path outside, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     device: [
//=       [
//=         "ENOTSUP",
//=         "ENOTSUP: archive entry 'dev': a device cannot be unpacked, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     fifo: [
//=       [
//=         "ENOTSUP",
//=         "ENOTSUP: archive entry 'fifo': a pipe cannot be unpacked, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     sparse: [
//=       [
//=         "ENOTSUP",
//=         "ENOTSUP: archive entry 'sparse': a sparse file cannot be unpacked, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     empty: [
//=       [
//=         "EINVAL",
//=         "EINVAL: archive entry '': it names the folder itself, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     "a folder with content": [
//=       [
//=         "EBADMSG",
//=         "EBADMSG: archive entry 'x': the checksum of its header is wrong, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     onto: [
//=       ["EISDIR", "EISDIR: illegal operation on a directory, extractArchive '/out/good'"],
//=       false,
//=     ],
//=     below: [
//=       ["ENOTDIR", "ENOTDIR: not a directory, extractArchive '/out/good/file/below'"],
//=       false,
//=     ],
//=     "checksum is wrong": [
//=       [
//=         "EBADMSG",
//=         "EBADMSG: archive entry 'tum': the checksum of its header is wrong, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=     "cut short": [
//=       [
//=         "EBADMSG",
//=         "EBADMSG: archive entry 'cut': the archive ends before its content does, extractArchive '/bad.tar'",
//=       ],
//=       false,
//=     ],
//=   },
//=   a: "mine",
//=   root: ["a", "bad.tar"],
//= }
//= created: /bad.tar (- -> 1724)
