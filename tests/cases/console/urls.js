//! about = "URLs are printed with their fields"

() => {
  console.log(new URL('https://me:pw@a.example:8080/c/d?x=1&y=#e'));
  console.log(new URLSearchParams('a=1&a=2&b='), new URLSearchParams());
  console.log({ deep: { url: new URL('https://a.example/') } });
  console.log([new URLSearchParams({ q: 'ä' })]);
}
