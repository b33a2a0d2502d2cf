async () => String(2n ** 64n)

//= result: "18446744073709551616"
