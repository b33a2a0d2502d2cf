interface A { value: { text: string } }
const name: string = 'ü😀'; const row: A = {} as any; row.value!.text;

