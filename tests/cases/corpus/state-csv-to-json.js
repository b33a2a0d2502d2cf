//! [files]
//! "/data/in.csv" = "id,name,score\n1,Ann,9.5\n2,Bob,\n3,Cy,7\n"

async () => {
  const [head, ...rows] = (await state.readFile('/data/in.csv')).trim().split('\n').map((line) => line.split(','));
  const records = rows.map((cells) => Object.fromEntries(head.map((key, i) => [key, cells[i] === '' ? null : isNaN(cells[i]) ? cells[i] : Number(cells[i])])));
  await state.writeFile('/data/out.json', JSON.stringify(records, null, 2) + '\n');
  const scores = records.map((r) => r.score).filter((s) => s !== null);
  const back = JSON.parse(await state.readFile('/data/out.json'));
  console.log(`${records.length} rows`);
  return { mean: scores.reduce((a, b) => a + b, 0) / scores.length, same: JSON.stringify(back) === JSON.stringify(records) };
}

//= result: { mean: 8.25, same: true }
//= console.log: 3 rows
//= created: /data/out.json (- -> 175)
