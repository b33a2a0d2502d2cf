import JSZip from "jszip";

export default async () => {
  const zip = new JSZip();
  const date = new Date(Date.UTC(2021, 4, 6));
  zip.file("hello.txt", "Hello ä\n", { date });
  zip.folder("deep").file("data.bin", new Uint8Array([1, 2, 3, 250]), { date, createFolders: false });
  zip.file("later.txt", Promise.resolve("x".repeat(5000)), { date, compression: "DEFLATE", comment: "note" });
  const bytes = await zip.generateAsync({ type: "uint8array", compression: "DEFLATE", compressionOptions: { level: 9 } });
  const read = await JSZip.loadAsync(bytes, { checkCRC32: true });
  const names = [];
  read.forEach((path, file) => names.push([path, file.dir, file.comment]));
  return {
    names,
    text: await read.file("hello.txt").async("string"),
    bytes: [...await read.file("deep/data.bin").async("uint8array")],
    length: (await read.file("later.txt").async("text")).length,
    base64: (await read.file("hello.txt").async("base64")),
    found: read.file(/\.txt$/).map((file) => file.name),
    removed: (read.remove("deep"), Object.keys(read.files)),
    error: await JSZip.loadAsync("nonsense").catch((error) => error.message.slice(0, 60)),
    missing: read.file("nothing"),
  };
};
