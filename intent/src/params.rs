//! Other names of methods' parameters, of tools' arguments and of actions' members, in one table.

use isolate_protocol::{KEPT, Method, MethodId, Param};

use crate::spellings::{DRY_RUN, EXCLUDE, Given, RECURSIVE, WHOLE_WORD, is_one_of};

/// Who gives a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    /// Programs, tools and actions.
    All,
    /// Programs.
    Methods,
    /// Programs that call one of these.
    These(&'static [MethodId]),
    /// Tools and actions.
    Tools,
    /// Actions.
    Actions,
}

/// Names as declared, who gives them, and the other names that they have. The first row that fits
/// counts.
#[rustfmt::skip]
const NAMES: &[(&str, Of, &str)] = &[
    ("path", Of::These(&[MethodId::ExtractArchive]), "archive archivePath file filePath source src from"),
    ("path", Of::All, "file filePath fileName targetFile dir directory dirPath folder target p"),
    ("paths", Of::Tools, "files filePaths"),
    ("src from", Of::All, "source src from sourcePath srcPath fromPath oldPath path old"),
    ("dest to", Of::All, "destination dest dst to destinationPath destPath toPath newPath target new"),
    ("oldText", Of::Tools, "oldString oldStr old find search"),
    ("newText", Of::Tools, "newString newStr new replacement"),
    ("content", Of::All, "contents data text body value bytes fileText"),
    ("replacement", Of::All, "replace replaceWith with to new newText newString newStr replaceText"),
    ("pattern", Of::Methods, "glob globs patterns files paths path include in directory dir"),
    ("pattern", Of::Tools, "query search text globPattern searchPattern"),
    ("include", Of::Tools, "glob files filePattern includePattern"),
    ("glob", Of::Tools, "include files filePattern"),
    ("exclude", Of::Tools, EXCLUDE),
    ("ignoreCase", Of::Tools, "caseInsensitive i"),
    ("wholeWord", Of::Tools, WHOLE_WORD),
    ("limit", Of::Tools, "maxResults max headLimit count maxCount"),
    ("recursive", Of::Tools, RECURSIVE),
    ("dryRun", Of::Tools, DRY_RUN),
    ("patch", Of::All, "text diff content patchText unifiedDiff"),
    ("run", Of::All, "opId rev op id operation operationId runId"),
    ("since", Of::Tools, "sinceRev after"),
    ("command", Of::Tools, "cmd"),
    ("code", Of::Tools, "program script source javascript js"),
    ("file", Of::Actions, "path filePath fileName"),
    ("directory", Of::Actions, "path dir folder"),
    ("oldPath", Of::Actions, "from file"),
    ("newPath", Of::Actions, "to"),
    ("patch", Of::Actions, "changes"),
    ("value", Of::Methods, "data content json object"),
    ("rows", Of::Methods, "data records value values items lines table objects list array content"),
    ("query", Of::These(&[MethodId::QueryJson]), "jsonPath pointer key keyPath expression selector"),
    ("query", Of::Methods, "search text term find needle searchText string pattern searchTerm regexPattern"),
    ("search", Of::Methods, "find query from old oldText oldString oldStr searchText needle"),
    ("operations", Of::Methods, "ops patch updates changes edits"),
    ("target", Of::Methods, "to existing source src from"),
    ("linkPath", Of::Methods, "path link linkName dest destination"),
    ("base", Of::Methods, "from cwd root"),
    ("pathA", Of::Methods, "a left from old oldPath path1 file1 before"),
    ("pathB", Of::Methods, "b right to new newPath path2 file2 after"),
    ("newContent", Of::Methods, "content text newText contents"),
    ("sources", Of::Methods, "files source paths src entries from"),
    ("destination", Of::These(&[MethodId::ExtractArchive]), "dest to into output outputDir outDir target folder dir"),
    ("destination", Of::Methods, "destination dest to output outputPath"),
    ("instructions", Of::Methods, "edits changes operations plan"),
    ("plan", Of::Methods, "editPlan"),
    ("edits", Of::Methods, "changes instructions operations files"),
    ("name", Of::Methods, "label id tag checkpoint snapshot message"),
];

/// The other names that an object call can have for a parameter.
pub fn other_names(method: &Method, param: &Param) -> impl Iterator<Item = &'static str> + use<> {
    let (id, name) = (method.id(), param.name);
    let of_kept = KEPT.iter().copied().filter(move |_| name == KEPT[0]);
    let row = NAMES.iter().find(|(declared, of, _)| {
        let is_given = match of {
            Of::All | Of::Methods => true,
            Of::These(methods) => methods.contains(&id),
            Of::Tools | Of::Actions => false,
        };
        is_given && declared.split(' ').any(|one| one == name)
    });
    let others = row.map_or("", |(_, _, others)| others).split(' ');
    others
        .chain(of_kept)
        .filter(move |other| !other.is_empty() && *other != name)
}

/// The argument of a tool, or the member of an action, that another name stands for: the first row
/// of the table with a name that `has` knows.
#[must_use]
pub fn argument_of(
    given: &str,
    is_action: bool,
    has: impl Fn(&str) -> bool,
) -> Option<&'static str> {
    let wanted = isolate_protocol::plain(given);
    let is_given = |of: &Of| matches!(of, Of::All | Of::Tools) || is_action && *of == Of::Actions;
    let rows = NAMES
        .iter()
        .filter(|(_, of, others)| is_given(of) && is_one_of(others, &wanted));
    rows.flat_map(|(declared, _, _)| declared.split(' '))
        .find(|name| has(name))
}

/// How the positional arguments of a call under another name are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As declared.
    Declared,
    /// The files may come first, as declared, or last, as in a shell: what looks like a path decides,
    /// and where nothing does the call is refused.
    FilesFirstOrLast,
    /// As declared; but a text behind the file is rather the name of a member in it, and is refused.
    NoMember,
}

/// How the positional arguments of a call under another name of a method are read.
#[must_use]
pub fn order(method: &Method, alias: Option<&str>) -> Order {
    match (method.id(), alias) {
        (MethodId::SearchFiles | MethodId::ReplaceInFiles, Some(_)) => Order::FilesFirstOrLast,
        (MethodId::ReadJson, Some(_)) => Order::NoMember,
        _ => Order::Declared,
    }
}

/// Options with their values.
pub type Options = &'static [(&'static str, Given)];

/// Options that other names of methods stand for, unless the call says otherwise.
#[rustfmt::skip]
const PRESETS: &[(MethodId, &str, Options)] = &[
    (MethodId::Mkdir, "mkdirp mkdirs ensureDir ensureDirectory makeDirs", &[("recursive", YES)]),
    (MethodId::Find, "findFiles fileSearch", &[("type", Given::Text("file"))]),
    (MethodId::Find, "findDirs findDirectories", &[("type", Given::Text("directory"))]),
    (MethodId::Rm, "unlink deleteFile removeFile rmFile unlinkFile remove delete del erase", &[("only", Given::Text("file"))]),
    (MethodId::Rm, "rmdir removeDir removeDirectory deleteDir deleteDirectory deleteFolder removeFolder", &[("only", Given::Text("directory"))]),
    (MethodId::Rm, "rmrf rimraf", &[("recursive", YES), ("force", YES)]),
    (MethodId::Cp, "copy duplicate", &[("recursive", YES)]),
    (MethodId::Mv, "rename move renamePath", &[("recursive", YES)]),
    (MethodId::Glob, "globFiles fastGlob globby matchFiles", &[("nodir", YES)]),
    (MethodId::HashFile, "md5 md5File", &[("algorithm", Given::Text("md5"))]),
    (MethodId::HashFile, "sha1", &[("algorithm", Given::Text("sha1"))]),
    (MethodId::HashFile, "sha256 sha256File", &[("algorithm", Given::Text("sha256"))]),
];

const YES: Given = Given::Boolean(true);

/// The options that another name of a method stands for, unless the call says otherwise.
#[must_use]
pub fn presets(method: &Method, alias: Option<&str>) -> Options {
    let is_row = |of: MethodId, names: &str| {
        of == method.id() && alias.is_some_and(|alias| names.split(' ').any(|name| name == alias))
    };
    let row = PRESETS.iter().find(|(of, names, _)| is_row(*of, names));
    row.map_or(&[], |(_, _, presets)| presets)
}

#[cfg(test)]
mod tests {
    use isolate_protocol::{METHODS, MORE};

    use super::*;

    #[test]
    fn every_row_is_of_a_parameter_and_every_preset_of_an_alias() {
        let all = || METHODS.iter().chain(MORE);
        for (names, of, _) in NAMES {
            let is_of = |method: &&Method| match of {
                Of::These(methods) => methods.contains(&method.id()),
                _ => true,
            };
            let has_one = |method: &Method| {
                let mut params = method.all_params();
                params.any(|param| names.split(' ').any(|name| name == param.name))
            };
            let is_of_tools = matches!(of, Of::Tools | Of::Actions);
            assert!(is_of_tools || all().filter(is_of).any(has_one), "{names}");
        }
        for (id, names, _) in PRESETS {
            let method = all().find(|method| method.id() == *id);
            let aliases = method.map_or(&[][..], |method| method.aliases);
            for name in names.split(' ') {
                assert!(aliases.contains(&name), "{name}");
            }
        }
    }
}
