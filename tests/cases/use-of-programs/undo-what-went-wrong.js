//! about = "A step that goes wrong is taken back to a checkpoint."
//! [files]
//! "/db.json" = "{\"n\":1}"

async () => {
  await state.checkpoint("before");
  try {
    for (let i = 0; i < 3; i++) {
      await state.updateJson("/db.json", [{ op: "set", path: ".n", value: i * 10 }]);
      await state.writeFile(`/tmp/${i}.txt`, `${i}`);
      if (i === 2) throw new RangeError("disk on fire");
    }
  } catch (error) {
    console.warn(`rolling back: ${error.message}`);
    await state.restore("before");
  }
  return { db: await state.readJson("/db.json"), tmp: await state.exists("/tmp/0.txt") };
}
//= result: { db: { n: 1 }, tmp: false }
//= console.warn: rolling back: disk on fire
//= created: /.checkpoints (- -> 0)
//= created: /.checkpoints/before (- -> 9)
