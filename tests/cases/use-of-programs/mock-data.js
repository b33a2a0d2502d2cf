//! about = "Data from a seeded generator, the same each time."

function mulberry32(seed) {
  return () => {
    seed |= 0; seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

async () => {
  const random = mulberry32(42);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const users = Array.from({ length: 3 }, (_, i) => ({
    id: i + 1,
    name: `${pick(["Ann", "Bo", "Cy"])} ${pick(["Lee", "Ray"])}`,
    born: new Date(Date.UTC(1970 + Math.floor(random() * 40), Math.floor(random() * 12), 1)).toISOString().slice(0, 10),
    score: Math.round(random() * 1000) / 10,
  }));
  await state.writeFile("/mock/users.json", JSON.stringify(users, null, 2) + "\n");
  return users;
}
//= result: [
//=   { id: 1, name: "Bo Lee", born: "2004-09-01", score: 17.5 },
//=   { id: 2, name: "Bo Lee", born: "1994-11-01", score: 47.2 },
//=   { id: 3, name: "Ann Ray", born: "1999-04-01", score: 19.7 },
//= ]
//= created: /mock (- -> 0)
//= created: /mock/users.json (- -> 268)
