//! about = "A table is split into a file for each value of a column."
//! [files]
//! "/all.tsv" = "team\tname\nred\tAnn\nblue\tBo\nred\tCy\n../x\tDan\n"

async () => {
  const [head, ...lines] = (await state.readFile("/all.tsv")).trimEnd().split("\n");
  const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const groups = new Map();
  for (const line of lines) {
    const team = slug(line.split("\t")[0]);
    if (!groups.has(team)) groups.set(team, [head]);
    groups.get(team).push(line);
  }
  await Promise.all([...groups].map(([team, rows]) => state.writeFile(`/teams/${team}.tsv`, rows.join("\n") + "\n")));
  return { files: (await state.readdir("/teams")).sort(), red: await state.readFile("/teams/red.tsv") };
}
//= result: { files: ["blue.tsv", "red.tsv", "x.tsv"], red: "team\tname\nred\tAnn\nred\tCy\n" }
//= created: /teams (- -> 0)
//= created: /teams/blue.tsv (- -> 18)
//= created: /teams/red.tsv (- -> 25)
//= created: /teams/x.tsv (- -> 19)
