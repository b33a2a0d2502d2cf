const n = 1;
if (n > 0) {
  return "positive";
}
return "negative";

//= result: "positive"
