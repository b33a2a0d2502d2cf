async () => {
  const read = async (path, fallback) => {
    try { return JSON.parse(await state.readFile(path)); }
    catch (error) { if (error.code !== 'ENOENT') throw error; return fallback; }
  };
  const config = await read('/config.json', { retries: 1 });
  config.retries += 1;
  await state.writeFile('/config.json', JSON.stringify(config));
  return [config, await read('/config.json', null)];
}

//= result: [{ retries: 2 }, { retries: 2 }]
//= created: /config.json (- -> 13)
