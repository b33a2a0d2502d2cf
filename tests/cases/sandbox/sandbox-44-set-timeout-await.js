async () => { await new Promise((r) => setTimeout(r, 5)); return "waited"; }

//= result: "waited"
