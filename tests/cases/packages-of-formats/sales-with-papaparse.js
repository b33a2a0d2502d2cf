//! about = "Sales by region with papaparse: typed cells, a ragged row in the errors, and the sums written again."
//! [files]
//! "/sales.csv" = "region,product,amount,open\r\nNorth,\"Nuts, salted\",12.5,true\r\nSouth,Bolts,7,false\r\nNorth,Bolts,3\r\n\r\nSouth,\"5\"\" pipe\",1e2,true\r\n"

import Papa from "papaparse";
import { readFileSync } from "fs";

const { data, errors, meta } = Papa.parse(readFileSync("/sales.csv", "utf8"), { header: true, dynamicTyping: true, skipEmptyLines: true });
const sums = {};
for (const { region, amount } of data) sums[region] = (sums[region] ?? 0) + amount;
const text = Papa.unparse(Object.entries(sums).map(([region, sum]) => ({ region, sum, note: `sum, ${region}` })));
export default { data, errors, meta, text };
//= result: {
//=   data: [
//=     { region: "North", product: "Nuts, salted", amount: 12.5, open: true },
//=     { region: "South", product: "Bolts", amount: 7, open: false },
//=     { region: "North", product: "Bolts", amount: 3 },
//=     { region: "South", product: "5\" pipe", amount: 100, open: true },
//=   ],
//=   errors: [
//=     {
//=       type: "FieldMismatch",
//=       code: "TooFewFields",
//=       message: "Too few fields: expected 4 fields but parsed 3",
//=       row: 2,
//=     },
//=   ],
//=   meta: {
//=     delimiter: ",",
//=     linebreak: "\r\n",
//=     aborted: false,
//=     truncated: false,
//=     cursor: 125,
//=     renamedHeaders: null,
//=     fields: ["region", "product", "amount", "open"],
//=   },
//=   text: "region,sum,note\r\nNorth,15.5,\"sum, North\"\r\nSouth,107,\"sum, South\"",
//= }
