//! about = "Readings far from the median of their sensor are found, and what is no number is counted."
//! [files]
//! "/readings.csv" = """
//! sensor,time,celsius
//! boiler,2024-03-01T08:00:00Z,61.2
//! boiler,2024-03-01T08:10:00Z,60.8
//! boiler,2024-03-01T08:20:00Z,61.0
//! boiler,2024-03-01T08:30:00Z,97.4
//! boiler,2024-03-01T08:40:00Z,61.5
//! boiler,2024-03-01T08:50:00Z,ERR
//! roof,2024-03-01T08:00:00Z,-3.1
//! roof,2024-03-01T08:10:00Z,-2.9
//! roof,2024-03-01T08:20:00Z,
//! roof,2024-03-01T08:30:00Z,-2.7
//! roof,2024-03-01T08:40:00Z,-40
//! roof,2024-03-01T08:50:00Z,-2.4
//! """

async () => {
  const rows = await state.readCsv("/readings.csv", { header: true, dynamicTyping: true });
  const median = (xs) => xs.toSorted((a, b) => a - b)[Math.floor(xs.length / 2)];
  const outliers = [];
  let invalid = 0;
  for (const [sensor, readings] of Object.entries(Object.groupBy(rows, (r) => r.sensor))) {
    const valid = readings.filter((r) => typeof r.celsius === "number");
    invalid += readings.length - valid.length;
    const middle = median(valid.map((r) => r.celsius));
    const spread = median(valid.map((r) => Math.abs(r.celsius - middle)));
    for (const r of valid) {
      if (Math.abs(r.celsius - middle) > 5 * spread) outliers.push({ sensor, time: r.time.toISOString().slice(11, 16), celsius: r.celsius });
    }
  }
  return { outliers, invalid };
}
//= result: {
//=   outliers: [
//=     { sensor: "boiler", time: "08:30", celsius: 97.4 },
//=     { sensor: "roof", time: "08:40", celsius: -40 },
//=   ],
//=   invalid: 2,
//= }
