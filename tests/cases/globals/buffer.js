() => Buffer.from("a")

//= throws: ReferenceError
//= message: Buffer is not defined; use Uint8Array, TextEncoder and TextDecoder; state.readFileBytes gives bytes
//= at: 1:7
