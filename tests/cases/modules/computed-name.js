//! [files]
//! "/lib/x.js" = "export const x = 5;"

async () => {
  const name = "x";
  const { x } = await import(`/lib/${name}.js`);
  return x;
}

//= result: 5
