//! [files]
//! "/c.json" = "{\"0\":\"zerokey\",\"name\":\"app\",\"version\":\"1.2.3\",\"tags\":[\"a\",\"b\",\"c\"],\"nested\":{\"deep\":[{\"x\":1},{\"x\":2,\"key with space\":true}]},\"dotted.key\":9,\"empty\":{},\"none\":null,\"zero\":0,\"no\":false,\"\":\"emptykey\",\"ключ\":\"юникод\"}"

async () => state.queryJson("/c.json", ".tags[1.5]")

//= throws: Error
//= message: Invalid JSON path: .tags[1.5] ([1.5] is not understood; write an index such as [0], every element as [*], or a key as ["key"]), queryJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
