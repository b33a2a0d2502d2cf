//! about = "A German bank statement, with semicolons and decimal commas, is added up by category and written with points."
//! [files]
//! "/konto.csv" = """
//! \uFEFFBuchungstag;Empfänger;Verwendungszweck;Betrag (EUR)\r
//! 01.03.2024;\"Stadtwerke; Abt. Strom\";Abschlag März;-84,50\r
//! 02.03.2024;REWE Markt;\"Einkauf \"\"Danke\"\"\";-1.052,37\r
//! 04.03.2024;Muster GmbH;Gehalt Februar;3.210,00\r
//! 11.03.2024;REWE Markt;Einkauf;-23,18\r
//! 28.03.2024;Hausverwaltung Klein;Miete April;-890,00\r
//! 29.03.2024;Muster GmbH;Auslagen;47,2\r
//! """

interface Booking { date: string; payee: string; amount: number }

const categories: Record<string, RegExp> = { groceries: /rewe|edeka/i, housing: /hausverwaltung|stadtwerke/i, income: /gmbh/i };

const amountOf = (text: string): number => Number(text.replace(/\./g, "").replace(",", "."));

export default async () => {
  const rows = await state.readCsv("/konto.csv", { header: true, delimiter: ";" });
  const bookings: Booking[] = rows.map((row) => ({
    date: row["Buchungstag"].split(".").reverse().join("-"),
    payee: row["Empfänger"],
    amount: amountOf(row["Betrag (EUR)"]),
  }));
  const sums: Record<string, number> = {};
  for (const b of bookings) {
    const category = Object.keys(categories).find((name) => categories[name].test(b.payee)) ?? "other";
    sums[category] = +((sums[category] ?? 0) + b.amount).toFixed(2);
  }
  await state.writeCsv("/bookings.csv", bookings);
  return { sums, written: await state.readFile("/bookings.csv") };
};
//= result: {
//=   sums: { housing: -974.5, groceries: -1075.55, income: 3257.2 },
//=   written: "date,payee,amount\n2024-03-01,Stadtwerke; Abt. Strom,-84.5\n2024-03-02,REWE Markt,-1052.37\n2024-03-04,Muster GmbH,3210\n2024-03-11,REWE Markt,-23.18\n2024-03-28,Hausverwaltung Klein,-890\n2024-03-29,Muster GmbH,47.2\n",
//= }
//= created: /bookings.csv (- -> 211)
