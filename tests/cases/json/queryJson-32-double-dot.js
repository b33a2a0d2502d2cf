//! [files]
//! "/c.json" = "{\"0\":\"zerokey\",\"name\":\"app\",\"version\":\"1.2.3\",\"tags\":[\"a\",\"b\",\"c\"],\"nested\":{\"deep\":[{\"x\":1},{\"x\":2,\"key with space\":true}]},\"dotted.key\":9,\"empty\":{},\"none\":null,\"zero\":0,\"no\":false,\"\":\"emptykey\",\"ключ\":\"юникод\"}"

async () => state.queryJson("/c.json", ".nested..deep[0].x")

//= throws: Error
//= message: Invalid JSON path: .nested..deep[0].x ('..' is not understood; write every step, such as a.b.c), queryJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 4:19
