const before = 1;
enum Color { Red, Blue }
return Color.Red;

