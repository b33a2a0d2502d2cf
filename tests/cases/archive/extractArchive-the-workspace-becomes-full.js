//! [limits]
//! quota_bytes = 7000

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
  await pack("/a.tar", entry("one", "1"), entry("two", "x".repeat(2000)), entry("three", "3"));
  const failed = await fails(() => state.extractArchive("/a.tar", "/out"));
  return [failed, await state.exists("/out"), await state.readdir("/")];
}

//= result: [
//=   [
//=     "ENOSPC",
//=     "ENOSPC: no space left: the workspace would hold 7633 bytes, at most 7000 are allowed, extractArchive",
//=   ],
//=   false,
//=   ["a.tar"],
//= ]
//= created: /a.tar (- -> 5632)
