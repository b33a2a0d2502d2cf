//! about = "A migration from the difference of two schemas."
//! [files]
//! "/schema/old.json" = "{\"users\":{\"id\":\"int\",\"name\":\"text\"},\"logs\":{\"id\":\"int\"}}"
//! "/schema/new.json" = "{\"users\":{\"id\":\"bigint\",\"name\":\"text\",\"email\":\"text\"},\"teams\":{\"id\":\"int\"}}"

async function main() {
  const [old, next] = await Promise.all([state.readJson("/schema/old.json"), state.readJson("/schema/new.json")]);
  const up = [];
  for (const [table, columns] of Object.entries(next)) {
    if (!old[table]) {
      const body = Object.entries(columns).map(([c, t]) => `  ${c} ${t.toUpperCase()}`).join(",\n");
      up.push(`CREATE TABLE ${table} (\n${body}\n);`);
      continue;
    }
    for (const [column, type] of Object.entries(columns)) {
      if (!(column in old[table])) up.push(`ALTER TABLE ${table} ADD COLUMN ${column} ${type.toUpperCase()};`);
      else if (old[table][column] !== type) up.push(`ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${type.toUpperCase()};`);
    }
  }
  for (const table of Object.keys(old)) if (!(table in next)) up.push(`DROP TABLE ${table};`);
  const number = String((await state.glob("/migrations/*.sql")).length + 1).padStart(4, "0");
  const file = `/migrations/${number}_schema.sql`;
  await state.mkdir("/migrations", { recursive: true });
  await state.writeFile(file, up.join("\n\n") + "\n");
  console.log(`Wrote ${file}`);
  return up;
}

main().catch((err) => {
  console.error(err);
  process.exit(1);
});
//= result: [
//=   "ALTER TABLE users ALTER COLUMN id TYPE BIGINT;",
//=   "ALTER TABLE users ADD COLUMN email TEXT;",
//=   "CREATE TABLE teams (\n  id INT\n);",
//=   "DROP TABLE logs;",
//= ]
//= console.warn: note: nothing matches "/migrations/*.sql": there is no '/migrations'
//= console.log: Wrote /migrations/0001_schema.sql
//= created: /migrations (- -> 0)
//= created: /migrations/0001_schema.sql (- -> 141)
