//! about = "A section of an INI file is read, changed and written."
//! [files]
//! "/app.ini" = "; main\nname = app\n\n[server]\nport=80\nhost = 0.0.0.0\n[log]\nlevel=info\n"

class Ini {
  #lines;
  constructor(text) { this.#lines = text.split("\n"); }
  #find(section, key) {
    let current = "";
    for (let i = 0; i < this.#lines.length; i++) {
      const head = /^\s*\[(.+)\]\s*$/.exec(this.#lines[i]);
      if (head) current = head[1];
      else if (current === section && new RegExp(`^\\s*${key}\\s*=`).test(this.#lines[i])) return i;
    }
    return -1;
  }
  get(section, key) {
    const at = this.#find(section, key);
    return at < 0 ? undefined : this.#lines[at].split("=").slice(1).join("=").trim();
  }
  set(section, key, value) {
    const at = this.#find(section, key);
    if (at >= 0) this.#lines[at] = this.#lines[at].replace(/=(\s*).*/, (_, space) => `=${space}${value}`);
    else this.#lines.splice(this.#lines.indexOf(`[${section}]`) + 1, 0, `${key}=${value}`);
    return this;
  }
  toString() { return this.#lines.join("\n"); }
}

export default async function () {
  const ini = new Ini(await state.readFile("/app.ini"));
  const before = [ini.get("server", "port"), ini.get("", "name"), ini.get("log", "missing")];
  ini.set("server", "port", 8080).set("server", "host", "127.0.0.1").set("log", "file", "/var/log/a=b");
  await state.writeFile("/app.ini", `${ini}`);
  return { before, after: ini.toString(), file: ini.get("log", "file") };
}
//= result: {
//=   before: ["80", "app", undefined],
//=   after: "; main\nname = app\n\n[server]\nport=8080\nhost = 127.0.0.1\n[log]\nfile=/var/log/a=b\nlevel=info\n",
//=   file: "/var/log/a=b",
//= }
//= changed: /app.ini (68 -> 90)
