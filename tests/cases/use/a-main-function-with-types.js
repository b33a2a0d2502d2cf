//! [files]
//! "/a.json" = "{\"n\":2}"

interface Config { n: number }
export async function main(): Promise<number> {
  const config = (await state.readJson("/a.json")) as Config;
  return config.n * 2;
}
//= result: 4
