async () => {
  //+ fails
  const glob = (pattern) => fails(() => state.glob(pattern));
  return [
    await glob("/" + "x".repeat(16383)),
    await glob("/" + "x".repeat(16384)),
    await glob("/" + "{a,".repeat(32) + "b" + "}".repeat(32)),
    await glob("/" + "{a,".repeat(33) + "b" + "}".repeat(33)),
    await glob("/{" + Array(1024).fill("a").join() + "}"),
    await glob("/{" + Array(1025).fill("a").join() + "}"),
    await glob("/{a,b}".repeat(20)),
    await glob("/" + "*a".repeat(256)),
    await glob("/" + "*a".repeat(257)),
    await fails(() => state.find("/", { name: "*a".repeat(257) })),
  ];
}

//= result: [
//=   [],
//=   [
//=     "EINVAL",
//=     "EINVAL: bad glob pattern '/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' at character 1: it has 16385 bytes and the limit is 16384; split it into several patterns, glob",
//=   ],
//=   [],
//=   [
//=     "EINVAL",
//=     "EINVAL: bad glob pattern '/{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,{a,b}}}}}}}}}}}}}}}}}}}…' at character 98: braces nest more than 32 deep; split it into several patterns, glob",
//=   ],
//=   [],
//=   [
//=     "EINVAL",
//=     "EINVAL: bad glob pattern '/{a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,…' at character 2050: its braces hold more than 1024 alternatives; split it into several patterns, glob",
//=   ],
//=   [],
//=   [],
//=   [
//=     "EINVAL",
//=     "EINVAL: bad glob pattern '/*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*…' at character 514: it has more than 256 stars; split it into several patterns, glob",
//=   ],
//=   [
//=     "EINVAL",
//=     "EINVAL: bad glob pattern '*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a…' at character 513: it has more than 256 stars; split it into several patterns, find",
//=   ],
//= ]
