async () => {
  await state.writeFile("/s/b.txt", "foo\n".repeat(10001)); await state.writeFile("/s/a.txt", "foo"); await state.writeFile("/s/c.txt", "foo");
  return state.replaceInFiles("/s/*.txt", "foo", "bar");
}

//= recorded {"error": "EFBIG"}
