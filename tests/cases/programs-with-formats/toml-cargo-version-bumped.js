//! about = "The version of a crate and of one dependency are raised in Cargo.toml; comments, order and layout stay."
//! [files]
//! "/Cargo.toml" = """
//! # The command
//! [package]
//! name = "fetcher"
//! version = "0.9.12"      # also in README.md
//! edition = "2021"
//! authors = [
//!     "Ann <ann@example.com>", # maintainer
//!     "Bo <bo@example.com>",
//! ]
//!
//! [dependencies]
//! serde = { version = "1.0.197", features = ["derive"] }
//! tokio = {version="1.36",default-features=false}  # no threads
//! 'quoted-name' = "0.3"
//!
//! [dev-dependencies.proptest]
//! version = '1.4'
//!
//! [[bin]]
//! name = "fetch"
//! path = "src/main.rs"
//! """

async () => {
  const version = await state.queryJson("/Cargo.toml", "package.version");
  const [major, minor] = version.split(".").map(Number);
  await state.updateJson("/Cargo.toml", [
    { op: "set", path: "package.version", value: `${major}.${minor + 1}.0` },
    { op: "set", path: "dependencies.tokio.version", value: "1.40" },
    { op: "append", path: "dependencies.serde.features", value: "rc" },
    { op: "set", path: "dependencies.anyhow", value: "1" },
  ]);
  return await state.readFile("/Cargo.toml");
}
//= result: "# The command\n[package]\nname = \"fetcher\"\nversion = \"0.10.0\"      # also in README.md\nedition = \"2021\"\nauthors = [\n    \"Ann <ann@example.com>\", # maintainer\n    \"Bo <bo@example.com>\",\n]\n\n[dependencies]\nserde = { version = \"1.0.197\", features = [\"derive\", \"rc\"] }\ntokio = {version=\"1.40\",default-features=false}  # no threads\n'quoted-name' = \"0.3\"\nanyhow = \"1\"\n\n[dev-dependencies.proptest]\nversion = '1.4'\n\n[[bin]]\nname = \"fetch\"\npath = \"src/main.rs\"\n"
//= changed: /Cargo.toml (430 -> 449)
