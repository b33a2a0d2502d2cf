Sure! Here is the code:

```ts
interface A { a: number }
const a: A = { a: 1 };
return a.a;
```

//= result: 1
