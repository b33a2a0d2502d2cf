async () => "é😀"

//= result: "é😀"
