//! about = "A value deep in a YAML file is changed by its lines; comments, quotes and line ends stay."
//! [files]
//! "/docker-compose.yml" = "version: '3'\r\nservices:\r\n  web: # front\r\n    image: \"nginx:1.20\"\r\n    ports:\r\n      - \"80:80\"\r\n  db:\r\n    image: postgres:12\r\n"

async () => {
  const file = "/docker-compose.yml";
  const lines = (await state.readFile(file)).split(/(?<=\n)/);
  const trail = [];
  const set = (path, value) => {
    for (const [i, line] of lines.entries()) {
      const match = /^(\s*)([\w-]+):(\s*)(.*?)(\s*(?:#.*)?)(\r?\n)$/.exec(line);
      if (!match) continue;
      const [, indent, key, gap, old, comment, end] = match;
      trail.length = indent.length / 2;
      trail.push(key);
      if (trail.join(".") !== path) continue;
      const quote = /^(["'])/.exec(old)?.[1] ?? "";
      lines[i] = `${indent}${key}:${gap}${quote}${value}${quote}${comment}${end}`;
      return true;
    }
    return false;
  };
  const done = [set("services.web.image", "nginx:1.25"), set("services.db.image", "postgres:16"), set("services.cache.image", "redis")];
  await state.writeFile(file, lines.join(""));
  return [done, await state.diff(file, file), (await state.searchText(file, /image: .*$/)).map((m) => m.match), (await state.readFile(file)).includes("\n") && !/[^\r]\n/.test(await state.readFile(file))];
}
//= result: [[true, true, false], "", ["image: \"nginx:1.25\"", "image: postgres:16"], true]
//= changed: /docker-compose.yml (126 -> 126)
