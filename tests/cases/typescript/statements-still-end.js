const list = [1, 2, 3] as number[]
[0, 1].forEach((n: number) => n)
const text = 'a' as string
`b`
type Unused = string
(() => 5)()
const pair = <[number, string]>[1, 'x']
return { list, text, pair }

//= result: { list: [1, 2, 3], text: "a", pair: [1, "x"] }
