//! The handlers of the methods.

use isolate_protocol::{FIRST_OF_NODE, METHODS, MORE, NODE, ROWS};

use super::{
    Call, Fault, archive, compression, diff, directories, edit, files, formats, hash, history,
    json, lookup, outline, patch, paths, points, posix, search, trees,
};

pub(super) type Handler = fn(&mut Call<'_>) -> Result<(), Fault>;

/// One handler for each row of [`METHODS`], then for each of [`MORE`] and [`NODE`], in the same order.
pub(super) const HANDLERS: &[(&str, Handler)] = &[
    ("readFile", files::read_file),
    ("readFileBytes", files::read_file_bytes),
    ("writeFile", files::write_file),
    ("writeFileBytes", files::write_file),
    ("appendFile", files::append_file),
    ("readJson", json::read_json),
    ("writeJson", json::write_json),
    ("queryJson", json::query_json),
    ("updateJson", json::update_json),
    ("exists", directories::exists),
    ("stat", directories::stat),
    ("lstat", directories::lstat),
    ("mkdir", directories::mkdir),
    ("readdir", directories::readdir),
    ("readdirWithFileTypes", directories::readdir_with_file_types),
    ("find", trees::find),
    ("walkTree", trees::walk_tree),
    ("summarizeTree", trees::summarize_tree),
    ("searchText", search::search_text),
    ("searchFiles", search::search_files),
    ("replaceInFile", search::replace_in_file),
    ("replaceInFiles", search::replace_in_files),
    ("rm", paths::rm),
    ("cp", paths::cp),
    ("mv", paths::mv),
    ("symlink", paths::symlink),
    ("readlink", paths::readlink),
    ("realpath", paths::realpath),
    ("resolvePath", paths::resolve_path),
    ("glob", trees::glob),
    ("diff", diff::diff),
    ("diffContent", diff::diff_content),
    ("removeTree", paths::remove_tree),
    ("copyTree", paths::copy_tree),
    ("moveTree", paths::move_tree),
    ("createArchive", archive::create_archive),
    ("listArchive", archive::list_archive),
    ("extractArchive", archive::extract_archive),
    ("compressFile", compression::compress_file),
    ("decompressFile", compression::decompress_file),
    ("hashFile", hash::hash_file),
    ("detectFile", hash::detect_file),
    ("planEdits", edit::plan_edits),
    ("applyEditPlan", edit::apply_edit_plan),
    ("applyEdits", edit::apply_edits),
    ("access", directories::access),
    ("touch", files::touch),
    ("chmod", directories::chmod),
    ("utimes", directories::utimes),
    ("listFiles", trees::list_files),
    ("matchesForReplacement", search::matches_for_replacement),
    ("isFile", directories::is_file),
    ("isDirectory", directories::is_directory),
    ("applyPatch", patch::apply_patch),
    ("outline", outline::outline),
    ("undo", history::undo),
    ("history", history::history),
    ("checkpoint", history::checkpoint),
    ("restore", history::restore),
    ("readCsv", formats::read_csv),
    ("writeCsv", formats::write_csv),
    ("readYaml", formats::read_yaml),
    ("writeYaml", formats::write_yaml),
    ("readToml", formats::read_toml),
    ("writeToml", formats::write_toml),
    ("readXml", formats::read_xml),
    ("writeXml", formats::write_xml),
    ("readNdjson", formats::read_ndjson),
    ("writeNdjson", formats::write_ndjson),
    ("fs.stat", posix::stat),
    ("fs.access", posix::access),
    ("fs.read", posix::read),
    ("fs.readPart", posix::read_part),
    ("fs.readlink", posix::readlink),
    ("fs.realpath", posix::realpath),
    ("fs.readdir", posix::readdir),
    ("fs.readdirAll", posix::readdir_all),
    ("fs.open", posix::open),
    ("fs.mkdir", posix::mkdir),
    ("fs.rmdir", posix::rmdir),
    ("fs.unlink", posix::unlink),
    ("fs.rename", posix::rename),
    ("fs.symlink", posix::symlink),
    ("fs.chmod", posix::chmod),
    ("fs.utimes", posix::utimes),
    ("fs.copyFile", posix::copy_file),
    ("fs.cp", posix::copy_tree),
    ("fs.rm", posix::remove_tree),
    ("history.branches", points::branches),
    ("history.notes", points::notes),
    ("history.mark", points::mark),
    ("history.differences", points::differences),
    ("history.read", points::read),
    ("fs.list", lookup::list),
    ("fs.search", lookup::search),
];

const _: () = {
    assert!(HANDLERS.len() == ROWS, "one handler for each row");
    let mut row = 0;
    while row < HANDLERS.len() {
        let name = if row < METHODS.len() {
            METHODS[row].name
        } else if row < FIRST_OF_NODE {
            MORE[row - METHODS.len()].name
        } else {
            NODE[row - FIRST_OF_NODE].name
        };
        assert!(
            is_same(HANDLERS[row].0.as_bytes(), name.as_bytes()),
            "the handlers have the order of the table"
        );
        row += 1;
    }
};

const fn is_same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}
