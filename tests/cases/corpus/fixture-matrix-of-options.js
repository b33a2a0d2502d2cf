async () => {
  const product = (...lists) => lists.reduce((acc, list) => acc.flatMap((head) => list.map((item) => [...head, item])), [[]]);
  const options = { os: ['linux', 'mac'], node: [18, 20], flags: [[], ['--fast']] };
  const keys = Object.keys(options);
  const jobs = product(...Object.values(options)).map((values) => Object.fromEntries(values.map((v, i) => [keys[i], v])));
  const excluded = jobs.filter(({ os, node }) => !(os === 'mac' && node === 18));
  return { total: jobs.length, names: excluded.map(({ os, node, flags }) => [os, node, ...flags].join('/')) };
}

//= result: {
//=   total: 8,
//=   names: [
//=     "linux/18",
//=     "linux/18/--fast",
//=     "linux/20",
//=     "linux/20/--fast",
//=     "mac/20",
//=     "mac/20/--fast",
//=   ],
//= }
