const day = new Date(Date.UTC(2024, 1, 27));
for (let i = 0; i < 4; i++) {
  console.log(day.toISOString().slice(0, 10), day.getUTCDay());
  day.setUTCDate(day.getUTCDate() + 1);
}
//= result: undefined
//= console.log: 2024-02-27 2
//= console.log: 2024-02-28 3
//= console.log: 2024-02-29 4
//= console.log: 2024-03-01 5
