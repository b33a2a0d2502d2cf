//! about = "Crates of a workspace are compared: dependencies that have several versions, and those not taken from the workspace."
//! [files]
//! "/Cargo.toml" = """
//! [workspace]
//! members = ["crates/*", "tools"]
//!
//! [workspace.dependencies]
//! serde = { version = "1", features = ["derive"] }
//! rand = "0.8"
//!
//! [workspace.package]
//! version = "2.1.0"
//! """
//! "/crates/core/Cargo.toml" = """
//! [package]
//! name = "core-lib"
//! version.workspace = true
//!
//! [dependencies]
//! serde.workspace = true
//! regex = "1.10"
//! """
//! "/crates/web/Cargo.toml" = """
//! [package]
//! name = "web"
//! version = "0.4.0"
//!
//! [dependencies]
//! core-lib = { path = "../core" }
//! serde = "1.0.150"
//! regex = { version = "1.9", default-features = false }
//!
//! [target.'cfg(unix)'.dependencies]
//! nix = "0.28"
//! """
//! "/tools/Cargo.toml" = """
//! [package]
//! name = "tools"
//! version.workspace = true
//!
//! [dependencies]
//! rand = { workspace = true, features = ["small_rng"] }
//!
//! [dev-dependencies]
//! regex = "1.10"
//! """

async () => {
  const { workspace } = await state.readToml("/Cargo.toml");
  const files = (await Promise.all(workspace.members.map((m) => state.glob(`/${m}/Cargo.toml`)))).flat();
  const versions = {};
  const crates = {};
  for (const file of files) {
    const manifest = await state.readToml(file);
    const { name, version } = manifest.package;
    crates[name] = version.workspace ? workspace.package.version : version;
    for (const [dependency, spec] of Object.entries({ ...manifest.dependencies, ...manifest["dev-dependencies"] })) {
      if (spec.path) continue;
      const wanted = spec.workspace ? "workspace" : spec.version ?? spec;
      ((versions[dependency] ??= {})[wanted] ??= []).push(name);
    }
  }
  const several = Object.fromEntries(Object.entries(versions).filter(([, v]) => Object.keys(v).length > 1));
  const bypassed = Object.keys(workspace.dependencies).flatMap((d) => Object.entries(versions[d] ?? {}).filter(([v]) => v !== "workspace").map(([v, who]) => `${who}: ${d} ${v}`));
  return { crates, several, bypassed };
}
//= result: {
//=   crates: { "core-lib": "2.1.0", web: "0.4.0", tools: "2.1.0" },
//=   several: {
//=     serde: { workspace: ["core-lib"], "1.0.150": ["web"] },
//=     regex: { "1.10": ["core-lib", "tools"], "1.9": ["web"] },
//=   },
//=   bypassed: ["web: serde 1.0.150"],
//= }
