//! about = "Logs are compressed, the originals removed, and one is read again."
//! [files]
//! "/logs/a.log" = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
//! "/logs/b.log" = ""
//! "/logs/keep.txt" = "k"

async () => {
  const report = [];
  for (const path of await state.glob("/logs/*.log")) {
    const { destination, bytesWritten } = await state.compressFile(path);
    await state.rm(path);
    report.push([path, destination, bytesWritten > 0]);
  }
  const { destination } = await state.decompressFile("/logs/a.log.gz", "/tmp/a.log");
  await state.decompressFile("/logs/b.log.gz");
  return { report, destination, text: (await state.readFile("/tmp/a.log")).length, names: await state.readdir("/logs"), kind: await state.detectFile("/logs/a.log.gz") };
}
//= result: {
//=   report: [["/logs/a.log", "/logs/a.log.gz", true], ["/logs/b.log", "/logs/b.log.gz", true]],
//=   destination: "/tmp/a.log",
//=   text: 44,
//=   names: ["a.log.gz", "b.log", "b.log.gz", "keep.txt"],
//=   kind: {
//=     mime: "application/gzip",
//=     description: "application/gzip (gz)",
//=     extension: "gz",
//=     binary: true,
//=   },
//= }
//= created: /logs/a.log.gz (- -> 24)
//= created: /logs/b.log.gz (- -> 20)
//= created: /tmp (- -> 0)
//= created: /tmp/a.log (- -> 44)
//= deleted: /logs/a.log (44 -> -)
