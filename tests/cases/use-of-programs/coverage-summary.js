//! about = "A summary of an lcov file."
//! [files]
//! "/lcov.info" = "TN:\nSF:src/a.js\nDA:1,1\nDA:2,0\nLF:2\nLH:1\nend_of_record\nSF:src/b.js\nDA:1,5\nLF:1\nLH:1\nend_of_record\n"

async () => {
  const records = (await state.readFile("/lcov.info")).split("end_of_record").map((r) => r.trim()).filter(Boolean);
  const files = records.map((record) => {
    const get = (key) => record.match(new RegExp(`^${key}:(.*)$`, "m"))?.[1];
    const missed = [...record.matchAll(/^DA:(\d+),0$/gm)].map((m) => +m[1]);
    return { file: get("SF"), found: +get("LF"), hit: +get("LH"), missed };
  });
  const [hit, found] = files.reduce(([h, f], r) => [h + r.hit, f + r.found], [0, 0]);
  const percent = new Intl.NumberFormat("en-US", { style: "percent", minimumFractionDigits: 1 }).format(hit / found);
  return { percent, worst: files.toSorted((a, b) => a.hit / a.found - b.hit / b.found)[0] };
}
//= result: { percent: "66.7%", worst: { file: "src/a.js", found: 2, hit: 1, missed: [2] } }
