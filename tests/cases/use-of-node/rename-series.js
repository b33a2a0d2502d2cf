//! about = "Pictures get numbers in the order of their dates; names that exist are passed by."
//! [files]
//! "/photos/IMG_2024-03-01.jpg" = "c"
//! "/photos/IMG_2023-12-31.JPG" = "a"
//! "/photos/IMG_2024-01-15.jpeg" = "b"
//! "/photos/trip-002.jpg" = "keep"
//! "/photos/notes.txt" = "n"

const fs = require("fs");
const path = require("path");

const dir = "/photos";
const images = fs
  .readdirSync(dir)
  .map((name) => ({ name, date: name.match(/^IMG_(\d{4}-\d{2}-\d{2})\.jpe?g$/i)?.[1] }))
  .filter(({ date }) => date)
  .sort((a, b) => a.date.localeCompare(b.date));
let number = 1;
const plan = [];
for (const { name } of images) {
  let target;
  do {
    target = `trip-${String(number++).padStart(3, "0")}.jpg`;
  } while (fs.existsSync(path.join(dir, target)));
  plan.push([name, target]);
  fs.renameSync(path.join(dir, name), path.join(dir, target));
}
for (const [from, to] of plan) console.log("%s => %s", from, to);
fs.writeFileSync(path.join(dir, "renamed.json"), JSON.stringify(Object.fromEntries(plan), null, "\t"));
console.log(fs.readdirSync(dir).map((name) => [name, fs.statSync(path.join(dir, name)).size]));
//= result: undefined
//= console.log: IMG_2023-12-31.JPG => trip-001.jpg
//= console.log: IMG_2024-01-15.jpeg => trip-003.jpg
//= console.log: IMG_2024-03-01.jpg => trip-004.jpg
//= console.log: "[\n  [ 'notes.txt', 1 ],\n  [ 'renamed.json', 120 ],\n  [ 'trip-001.jpg', 1 ],\n  [ 'trip-002.jpg', 4 ],\n  [ 'trip-003.jpg', 1 ],\n  [ 'trip-004.jpg', 1 ]\n]"
//= created: /photos/renamed.json (- -> 120)
//= created: /photos/trip-001.jpg (- -> 1)
//= created: /photos/trip-003.jpg (- -> 1)
//= created: /photos/trip-004.jpg (- -> 1)
//= deleted: /photos/IMG_2023-12-31.JPG (1 -> -)
//= deleted: /photos/IMG_2024-01-15.jpeg (1 -> -)
//= deleted: /photos/IMG_2024-03-01.jpg (1 -> -)
