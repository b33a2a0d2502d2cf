//! about = "Settings of a machine are laid over the defaults; the file that is written keeps its comments."
//! [files]
//! "/config/default.toml" = """
//! # Defaults, do not edit on servers
//! title = "Shop"
//! started = 2024-01-01T00:00:00Z
//!
//! [server]
//! host = "127.0.0.1"   # only local
//! port = 8000
//! timeouts = { read = 5.0, write = 10.0 }
//!
//! # where data lies
//! [database]
//! url = "postgres://localhost/shop"
//! pool = 5
//!
//! [[mirrors]]
//! url = "https://a.example.com"
//! [[mirrors]]
//! url = "https://b.example.com"
//! """
//! "/config/production.toml" = """
//! [server]
//! host = "0.0.0.0"
//! timeouts.read = 30.5
//!
//! [database]
//! url = 'postgres://db.internal/shop?sslmode=require'
//! pool = 50
//!
//! [log]
//! level = "warn"
//! """

async () => {
  const isTable = (v) => v !== null && typeof v === "object" && !Array.isArray(v) && !(v instanceof Date);
  const merge = (base, over) => {
    const result = { ...base };
    for (const [key, value] of Object.entries(over)) {
      result[key] = isTable(value) && isTable(base[key]) ? merge(base[key], value) : value;
    }
    return result;
  };
  const merged = merge(await state.readToml("/config/default.toml"), await state.readToml("/config/production.toml"));
  await state.cp("/config/default.toml", "/etc/shop.toml");
  await state.writeToml("/etc/shop.toml", merged);
  return await state.readFile("/etc/shop.toml");
}
//= result: "# Defaults, do not edit on servers\ntitle = \"Shop\"\nstarted = 2024-01-01T00:00:00Z\n\n[server]\nhost = \"0.0.0.0\"   # only local\nport = 8000\ntimeouts = { read = 30.5, write = 10.0 }\n\n# where data lies\n[database]\nurl = \"postgres://db.internal/shop?sslmode=require\"\npool = 50\n\n[[mirrors]]\nurl = \"https://a.example.com\"\n[[mirrors]]\nurl = \"https://b.example.com\"\n\n[log]\nlevel = \"warn\"\n"
//= created: /etc (- -> 0)
//= created: /etc/shop.toml (- -> 375)
