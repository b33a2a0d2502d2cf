async () => {
  for (const n of ["-rf", "*", "?", "a:b", "'q'", "\"dq\"", "#h", "$x", "a\nb", "...", "con"]) await state.writeFile("/odd/" + n, n);
  return state.readdir("/odd");
}

//= result: ["\"dq\"", "#h", "$x", "'q'", "*", "-rf", "...", "?", "a\nb", "a:b", "con"]
//= created: /odd (- -> 0)
//= created: /odd/"dq" (- -> 4)
//= created: /odd/#h (- -> 2)
//= created: /odd/$x (- -> 2)
//= created: /odd/'q' (- -> 3)
//= created: /odd/* (- -> 1)
//= created: /odd/-rf (- -> 3)
//= created: /odd/... (- -> 3)
//= created: /odd/? (- -> 1)
//= created: "/odd/a\nb" (- -> 3)
//= created: /odd/a:b (- -> 3)
//= created: /odd/con (- -> 3)
