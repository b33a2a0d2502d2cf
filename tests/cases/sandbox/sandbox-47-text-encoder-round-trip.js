async () => new TextDecoder().decode(new TextEncoder().encode("é😀"))

//= result: "é😀"
