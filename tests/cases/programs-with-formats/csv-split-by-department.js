//! about = "A list of people becomes one table for each department, and an index with their numbers."
//! [files]
//! "/staff.csv" = """
//! name,department,start,notes
//! "Lee, Ann",R&D,2019-04-01,
//! Bo Berg,Sales,2021-09-15,"speaks ""some"" French"
//! Cy Dee,R&D,2020-01-07,part-time
//! Eve Fox,Human Resources,2018-02-01,"first line
//! second line"
//! Gus Hay,Sales,2024-05-02,
//! """

import { mkdirSync, readFileSync, writeFileSync } from "fs";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

const people = parse(readFileSync("/staff.csv", "utf8"), { columns: true, skip_empty_lines: true });
const groups = Map.groupBy(people, (person) => person.department);
mkdirSync("/by-department", { recursive: true });
const index = [];
for (const [department, members] of groups) {
  const file = `/by-department/${department.toLowerCase().replace(/[^a-z]+/g, "-")}.csv`;
  writeFileSync(file, stringify(members.map(({ department, ...rest }) => rest), { header: true }));
  index.push({ department, file, people: members.length, first: members.map((m) => m.start).sort()[0] });
}
writeFileSync("/by-department/index.csv", stringify(index, { header: true, columns: ["department", "people", "first", "file"] }));
console.log(readFileSync("/by-department/index.csv", "utf8"));
console.log(readFileSync("/by-department/human-resources.csv", "utf8"));
//= result: undefined
//= console.log: "department,people,first,file\nR&D,2,2019-04-01,/by-department/r-d.csv\nSales,2,2021-09-15,/by-department/sales.csv\nHuman Resources,1,2018-02-01,/by-department/human-resources.csv\n"
//= console.log: "name,start,notes\nEve Fox,2018-02-01,\"first line\nsecond line\"\n"
//= created: /by-department (- -> 0)
//= created: /by-department/human-resources.csv (- -> 61)
//= created: /by-department/index.csv (- -> 177)
//= created: /by-department/r-d.csv (- -> 68)
//= created: /by-department/sales.csv (- -> 81)
