//! [files]
//! "/.env" = "# comment\nPORT=8080\nNAME=\"My App\"\nEMPTY=\nURL=http://x/?a=b\n\n  SPACED = yes \n"

async () => {
  const env = {};
  for (const line of (await state.readFile("/.env")).split("\n")) {
    const m = line.match(/^\s*([A-Z_]+)\s*=\s*(.*?)\s*$/);
    if (m) env[m[1]] = m[2].replace(/^"(.*)"$/, "$1");
  }
  await state.writeJson("/env.json", env);
  return { env, text: await state.readFile("/env.json") };
}

//= result: {
//=   env: { PORT: "8080", NAME: "My App", EMPTY: "", URL: "http://x/?a=b", SPACED: "yes" },
//=   text: "{\n  \"PORT\": \"8080\",\n  \"NAME\": \"My App\",\n  \"EMPTY\": \"\",\n  \"URL\": \"http://x/?a=b\",\n  \"SPACED\": \"yes\"\n}\n",
//= }
//= created: /env.json (- -> 101)
