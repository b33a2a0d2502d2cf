//! about = "Steps of a migration in a class, with the state in a file."
//! [files]
//! "/data/v1.json" = "[{\"full\":\"Ann Lee\"},{\"full\":\"Bo\"}]"

abstract class Step {
  abstract readonly name: string;
  abstract run(): Promise<void>;
  protected log(message: string): void { console.log(`[${this.name}] ${message}`); }
}

class SplitNames extends Step {
  readonly name = "split-names";
  async run() {
    const rows: { full: string }[] = await state.readJson("/data/v1.json");
    await state.writeJson("/data/v2.json", rows.map(({ full }) => { const [first, ...last] = full.split(" "); return { first, last: last.join(" ") || null }; }));
    this.log(`${rows.length} rows`);
  }
}

class RemoveOld extends Step {
  readonly name = "remove-old";
  async run() { await state.rm("/data/v1.json"); this.log("removed"); }
}

class Migrator {
  constructor(private readonly steps: Step[], private readonly file = "/data/.migrated.json") {}
  async run(): Promise<string[]> {
    const done: string[] = (await state.exists(this.file)) ? await state.readJson(this.file) : [];
    for (const step of this.steps.filter((s) => !done.includes(s.name))) {
      await step.run();
      done.push(step.name);
      await state.writeJson(this.file, done);
    }
    return done;
  }
}

const migrator = new Migrator([new SplitNames(), new RemoveOld()]);
const first = await migrator.run();
const second = await migrator.run();
return { first, same: first.join() === second.join(), rows: await state.readJson("/data/v2.json"), names: await state.readdir("/data") };
//= result: {
//=   first: ["split-names", "remove-old"],
//=   same: true,
//=   rows: [{ first: "Ann", last: "Lee" }, { first: "Bo", last: null }],
//=   names: [".migrated.json", "v2.json"],
//= }
//= console.log: [split-names] 2 rows
//= console.log: [remove-old] removed
//= created: /data/.migrated.json (- -> 36)
//= created: /data/v2.json (- -> 95)
//= deleted: /data/v1.json (34 -> -)
