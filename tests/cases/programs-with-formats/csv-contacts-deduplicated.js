//! about = "Of contacts with the same address the newest stays, with what it lacks taken from the older ones."
//! [files]
//! "/contacts.csv" = """
//! email,name,phone,updated
//! ann@example.com,Ann Lee,,2023-05-01
//! BO@example.com ,Bo,555-0101,2022-01-10
//! Ann@Example.com,Ann Lee-Smith,555-0199,2024-02-11
//! cy@example.com,"Dee, Cy",555-0142,2021-11-30
//! bo@example.com,Bo Berg,,2023-08-08
//! ann@example.com,A. Lee,555-0000,2020-01-01
//! """

import Papa from "papaparse";
import fs from "node:fs/promises";

const { data } = Papa.parse(await fs.readFile("/contacts.csv", "utf8"), { header: true, skipEmptyLines: true });
const kept = new Map();
for (const contact of data.sort((a, b) => b.updated.localeCompare(a.updated))) {
  const email = contact.email.trim().toLowerCase();
  const known = kept.get(email);
  if (known) {
    for (const key of Object.keys(contact)) known[key] ||= contact[key];
  } else {
    kept.set(email, { ...contact, email });
  }
}
await fs.writeFile("/contacts.csv", Papa.unparse([...kept.values()], { newline: "\n" }) + "\n");
console.log(`${data.length} contacts, ${kept.size} kept`);
console.log(await fs.readFile("/contacts.csv", "utf8"));
//= result: undefined
//= console.log: 6 contacts, 3 kept
//= console.log: "email,name,phone,updated\nann@example.com,Ann Lee-Smith,555-0199,2024-02-11\nbo@example.com,Bo Berg,555-0101,2023-08-08\ncy@example.com,\"Dee, Cy\",555-0142,2021-11-30\n"
//= changed: /contacts.csv (273 -> 163)
