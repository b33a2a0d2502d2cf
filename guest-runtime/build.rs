//! Compresses the scripts of the guest (`src/**/*.js`) and its tables of text (`src/**/*.txt`),
//! which would be more than half a megabyte. `src/script.rs` reads them.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What takes longest, which is a moment.
const LEVEL: u8 = 10;

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets it"));
    println!("cargo::rerun-if-changed=src");
    compress(Path::new("src"), &out)
}

/// Writes each script and table of a folder below `out`, as four bytes of its length and the
/// compressed text.
fn compress(folder: &Path, out: &Path) -> io::Result<()> {
    fs::create_dir_all(out)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, out) = (entry.path(), out.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            compress(&path, &out)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "js" || extension == "txt")
        {
            let text = fs::read(&path)?;
            let length = u32::try_from(text.len()).map_err(io::Error::other)?;
            let mut packed = length.to_le_bytes().to_vec();
            packed.extend(miniz_oxide::deflate::compress_to_vec(&text, LEVEL));
            fs::write(out, packed)?;
        }
    }
    Ok(())
}
