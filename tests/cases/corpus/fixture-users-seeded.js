async () => {
  const mulberry = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const random = mulberry(42);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const users = Array.from({ length: 5 }, (_, i) => {
    const first = pick(['Ann', 'Bob', 'Cy', 'Di']);
    const last = pick(['Ito', 'Ng', 'Roe']);
    return { id: i + 1, name: `${first} ${last}`, email: `${first}.${last}@example.com`.toLowerCase(), age: 18 + Math.floor(random() * 50), born: new Date(Date.UTC(1970 + Math.floor(random() * 40), Math.floor(random() * 12), 1)).toISOString().slice(0, 10) };
  });
  return users;
}

//= result: [
//=   { id: 1, name: "Cy Ng", email: "cy.ng@example.com", age: 60, born: "1996-03-01" },
//=   { id: 2, name: "Cy Ito", email: "cy.ito@example.com", age: 49, born: "2004-06-01" },
//=   { id: 3, name: "Ann Roe", email: "ann.roe@example.com", age: 55, born: "1982-03-01" },
//=   { id: 4, name: "Cy Roe", email: "cy.roe@example.com", age: 48, born: "1970-06-01" },
//=   { id: 5, name: "Di Ito", email: "di.ito@example.com", age: 47, born: "1971-04-01" },
//= ]
