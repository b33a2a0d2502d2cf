//+ files-project

async () => {
  //+ tried-afresh
  await tried("return state.glob(\"**/*.js\", { ignore: [\"node_modules/**\"] })", async () => {
    return state.glob("**/*.js", { ignore: ["node_modules/**"] })
  });
  await tried("return [await state.glob(\"**/*.js\", { cwd: \"/src\" }), await state.glob(\"*\", { nodir: true ", async () => {
    return [await state.glob("**/*.js", { cwd: "/src" }), await state.glob("*", { nodir: true }), await state.glob("*", { dot: true }), await state.glob("*", { dot: false }), await state.glob("*", { cwd: "/src", absolute: true }), await state.glob("/src/**", { onlyFiles: true }), await state.glob("/src/**")]
  });
  await tried("return await state.glob([\"**/*.js\", \"!**/node_modules/**\", \"!**/*.test.js\"])", async () => {
    return await state.glob(["**/*.js", "!**/node_modules/**", "!**/*.test.js"])
  });
  await tried("return await state.glob(\"src/**/*.{ts,js}\", { ignore: \"**/*.test.js\" })", async () => {
    return await state.glob("src/**/*.{ts,js}", { ignore: "**/*.test.js" })
  });
  await tried("return await state.glob(\"./src/*.ts\")", async () => {
    return await state.glob("./src/*.ts")
  });
  await tried("return await state.glob(\"src/\")", async () => {
    return await state.glob("src/")
  });
  await tried("return await state.glob(\"/src\")", async () => {
    return await state.glob("/src")
  });
  await tried("return await state.glob(\"\\\\src\\\\*.ts\")", async () => {
    return await state.glob("\\src\\*.ts")
  });
  await tried("return await state.glob(\"**/*.ts\", \"/src\")", async () => {
    return await state.glob("**/*.ts", "/src")
  });
  await tried("return await state.glob({ pattern: \"**/*.ts\", cwd: \"/src\" })", async () => {
    return await state.glob({ pattern: "**/*.ts", cwd: "/src" })
  });
  await tried("return await state.glob(\"*.ts\", \"/src\", { absolute: true })", async () => {
    return await state.glob("*.ts", "/src", { absolute: true })
  });
  await tried("return await state.glob(\"/src\", \"*.ts\")", async () => {
    return await state.glob("/src", "*.ts")
  });
  await tried("return await state.glob(\"**/*.TS\", { nocase: true })", async () => {
    return await state.glob("**/*.TS", { nocase: true })
  });
  await tried("return await state.glob(\"**/*.ts\", { caseSensitiveMatch: false })", async () => {
    return await state.glob("**/*.ts", { caseSensitiveMatch: false })
  });
  return answers;
}
//= result: [
//=   {
//=     what: "return state.glob(\"**/*.js\", { ignore: [\"node_modules/**\"] })",
//=     gave: ["/src/lib/a.js", "/src/lib/b.test.js"],
//=   },
//=   {
//=     what: "return [await state.glob(\"**/*.js\", { cwd: \"/src\" }), await state.glob(\"*\", { nodir: true ",
//=     gave: [
//=       ["lib/a.js", "lib/b.test.js"],
//=       [
//=         "/.env",
//=         "/README.md",
//=         "/empty.txt",
//=         "/link.ts",
//=         "/package.json",
//=         "/tsconfig.json",
//=         "/win.txt",
//=       ],
//=       [
//=         "/.env",
//=         "/README.md",
//=         "/data",
//=         "/empty.txt",
//=         "/link.ts",
//=         "/logs",
//=         "/node_modules",
//=         "/package.json",
//=         "/src",
//=         "/tsconfig.json",
//=         "/win.txt",
//=       ],
//=       [
//=         "/README.md",
//=         "/data",
//=         "/empty.txt",
//=         "/link.ts",
//=         "/logs",
//=         "/node_modules",
//=         "/package.json",
//=         "/src",
//=         "/tsconfig.json",
//=         "/win.txt",
//=       ],
//=       ["/src/app.ts", "/src/lib", "/src/util.ts"],
//=       ["/src/app.ts", "/src/lib/a.js", "/src/lib/b.test.js", "/src/util.ts"],
//=       ["/src/app.ts", "/src/lib", "/src/lib/a.js", "/src/lib/b.test.js", "/src/util.ts"],
//=     ],
//=   },
//=   {
//=     what: "return await state.glob([\"**/*.js\", \"!**/node_modules/**\", \"!**/*.test.js\"])",
//=     gave: ["/src/lib/a.js"],
//=   },
//=   {
//=     what: "return await state.glob(\"src/**/*.{ts,js}\", { ignore: \"**/*.test.js\" })",
//=     gave: ["/src/app.ts", "/src/lib/a.js", "/src/util.ts"],
//=   },
//=   { what: "return await state.glob(\"./src/*.ts\")", gave: ["/src/app.ts", "/src/util.ts"] },
//=   { what: "return await state.glob(\"src/\")", gave: ["/src"] },
//=   { what: "return await state.glob(\"/src\")", gave: ["/src"] },
//=   { what: "return await state.glob(\"\\\\src\\\\*.ts\")", gave: [] },
//=   { what: "return await state.glob(\"**/*.ts\", \"/src\")", gave: ["app.ts", "util.ts"] },
//=   {
//=     what: "return await state.glob({ pattern: \"**/*.ts\", cwd: \"/src\" })",
//=     gave: ["app.ts", "util.ts"],
//=   },
//=   {
//=     what: "return await state.glob(\"*.ts\", \"/src\", { absolute: true })",
//=     threw: "EINVAL: state.glob: argument 3 is one too many: an object {absolute} — expected state.glob(pattern, options?)",
//=   },
//=   {
//=     what: "return await state.glob(\"/src\", \"*.ts\")",
//=     threw: "EINVAL: state.glob: \"cwd\" is a folder, and \"*.ts\" is a pattern: write state.glob(\"*.ts\", { cwd: \"/src\" }) — expected state.glob(pattern, options?)",
//=   },
//=   {
//=     what: "return await state.glob(\"**/*.TS\", { nocase: true })",
//=     threw: "EINVAL: state.glob: \"options.nocase\" is no option; names are compared with their case: await state.glob(\"**/*.[tT][sS]\") has both — expected state.glob(pattern, options?)",
//=   },
//=   {
//=     what: "return await state.glob(\"**/*.ts\", { caseSensitiveMatch: false })",
//=     threw: "EINVAL: state.glob: \"options.caseSensitiveMatch\" is no option; names are compared with their case: await state.glob(\"**/*.[tT][sS]\") has both — expected state.glob(pattern, options?)",
//=   },
//= ]
//= console.warn: note: nothing matches "\\src\\*.ts": folders are separated by /, as in "/src/*.ts"
