async () => {
  const raw = [' Ann  LEE ; ANN@X.COM;555-1234', 'bob ray;bob@x;5551234 ', ';nobody@x.com;', 'Ann Lee;ann@x.com;(555) 12-34'];
  const title = (s) => s.toLowerCase().replace(/(^|\s)\S/g, (c) => c.toUpperCase());
  const clean = raw.map((line) => line.split(';').map((s) => s.trim().replace(/\s+/g, ' '))).map(([name, email, phone]) => ({ name: title(name) || null, email: /^\S+@\S+\.\S+$/.test(email) ? email.toLowerCase() : null, phone: phone.replace(/\D/g, '') || null }));
  const unique = new Map();
  for (const row of clean.filter((r) => r.name)) { const key = row.email ?? row.name; unique.set(key, { ...unique.get(key), ...row }); }
  return { rows: [...unique.values()], dropped: clean.filter((r) => !r.name).length };
}

//= result: {
//=   rows: [
//=     { name: "Ann Lee", email: "ann@x.com", phone: "5551234" },
//=     { name: "Bob Ray", email: null, phone: "5551234" },
//=   ],
//=   dropped: 1,
//= }
