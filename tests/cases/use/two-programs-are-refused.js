```js
async () => 1
```

```js
async () => 2
```
//= does not parse: SyntaxError
//= message: several blocks of code: put the program in one block
//= at: 5:1
