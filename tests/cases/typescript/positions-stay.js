interface A { value: { text: string } }
const name: string = 'ü😀'; const row: A = {} as any; row.value!.text;

//= throws: TypeError
//= message: Cannot read properties of undefined (reading 'text')
//= at: 2:66
