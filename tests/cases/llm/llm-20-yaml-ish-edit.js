//! [files]
//! "/docker-compose.yml" = "version: '3'\nservices:\n  web:\n    image: app:1.0\n    ports:\n      - \"80:80\"\n  db:\n    image: postgres:13\n"

async () => {
  const hit = await state.searchText("/docker-compose.yml", "image: postgres:(\\d+)", { regex: true, contextBefore: 1 });
  const r = await state.replaceInFile("/docker-compose.yml", "postgres:13", "postgres:16");
  return { hit, replaced: r.replaced, diff: await state.diffContent("/docker-compose.yml", r.content), text: r.content };
}

//= result: {
//=   hit: [
//=     {
//=       line: 8,
//=       column: 5,
//=       match: "image: postgres:13",
//=       lineText: "    image: postgres:13",
//=       beforeLines: ["  db:"],
//=     },
//=   ],
//=   replaced: 1,
//=   diff: "",
//=   text: "version: '3'\nservices:\n  web:\n    image: app:1.0\n    ports:\n      - \"80:80\"\n  db:\n    image: postgres:16\n",
//= }
//= changed: /docker-compose.yml (105 -> 105)
