async () => {
  //+ fails
  const replace = (search, replacement, options) =>
    fails(async () => {
      await state.writeFile("/r", "key=value\r\nother=thing\n");
      const replaced = await state.replaceInFile("/r", search, replacement, { regex: true, ...options });
      return [replaced.replaced, replaced.content];
    });
  return [
    await replace("(?<k>\\w+)=(?<v>\\w+)", "$2=$1 $<k> $& $$"),
    await replace("(?<==)\\w+", "X"),
    await replace("^", "> "),
    await replace("$", "<"),
    await replace("\\r?\\n", " "),
    await replace("", "x"),
    await replace("x*", "-"),
    await replace(".", "."),
    await replace("(\\w)\\1", ""),
    await replace("KEY", "k", { caseSensitive: false }),
    await replace("the|thing", "T", { wholeWord: true }),
  ];
}

//= result: [
//=   [2, "value=key key key=value $\r\nthing=other other other=thing $\n"],
//=   [2, "key=X\r\nother=X\n"],
//=   [2, "> key=value\r\n> other=thing\n"],
//=   [2, "key=value<\r\nother=thing<\n"],
//=   [2, "key=value other=thing "],
//=   ["EINVAL", "Search query must not be empty"],
//=   [22, "-k-e-y-=-v-a-l-u-e-\r\n-o-t-h-e-r-=-t-h-i-n-g-\n"],
//=   [20, ".........\r\n...........\n"],
//=   [0, "key=value\r\nother=thing\n"],
//=   [1, "k=value\r\nother=thing\n"],
//=   [1, "key=value\r\nother=T\n"],
//= ]
//= created: /r (- -> 19)
