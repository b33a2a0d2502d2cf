//! [files]
//! "/a.txt" = "x"

Here is the program:

```js
async () => (await state.readdir("/")).length
```

It counts the entries.
//= result: 1
