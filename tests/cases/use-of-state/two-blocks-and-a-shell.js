//! about = "An answer with a block of a shell beside the program."
//! [files]
//! "/package.json" = "{\"name\":\"x\"}"

First install the package:

```bash
npm install left-pad
```

Then run this:

```js
export default async function () {
  const { name } = await state.readJson("/package.json");
  return name.padStart(5, "*");
}
```
//= result: "****x"
//= console.warn: note: line 7: this block of bash was not run
