import os
for name in os.listdir("/"):
    print(name)
//= does not parse: SyntaxError
//= message: Unexpected token 'os', expected '.'. This looks like Python: programs are JavaScript, as in const text = await state.readFile(path)
//= at: 1:8
