//! about = "Lines are commented out and in again with ^, in a region and in the whole file."
//! [files]
//! "/a.py" = "import os\r\nprint(1)\r\n\r\nprint(2)\r\n"

async () => {
  const first = await state.replaceInFile("/a.py", "^", "# ", { regex: true });
  const commented = await state.readFile("/a.py");
  const second = await state.replaceInFile("/a.py", /^# ?/gm, "");
  const third = await state.replaceInFile("/a.py", "^(print.*)$", "log($1)", { regex: true });
  return [first.replaced, commented, second.replaced, third.replaced, await state.readFile("/a.py")];
}
//= result: [
//=   4,
//=   "# import os\r\n# print(1)\r\n# \r\n# print(2)\r\n",
//=   4,
//=   2,
//=   "import os\r\nlog(print(1))\r\n\r\nlog(print(2))\r\n",
//= ]
//= changed: /a.py (33 -> 43)
