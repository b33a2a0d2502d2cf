//! The words of questions: synonyms, and words for methods beside their names, aliases and
//! documentation.

use std::collections::HashMap;
use std::sync::LazyLock;

use isolate_protocol::MethodId::{
    self, AppendFile, ApplyEditPlan, ApplyEdits, ApplyPatch, Checkpoint, CompressFile, CopyTree,
    Cp, CreateArchive, DecompressFile, DetectFile, Diff, DiffContent, Exists, ExtractArchive, Find,
    Glob, HashFile, History, ListArchive, Lstat, Mkdir, MoveTree, Mv, Outline, PlanEdits,
    QueryJson, ReadCsv, ReadFile, ReadFileBytes, ReadJson, ReadNdjson, ReadToml, ReadXml, ReadYaml,
    Readdir, ReaddirWithFileTypes, Readlink, Realpath, RemoveTree, ReplaceInFile, ReplaceInFiles,
    ResolvePath, Restore, Rm, SearchFiles, SearchText, Stat, SummarizeTree, Symlink, Undo,
    UpdateJson, WalkTree, WriteCsv, WriteFile, WriteFileBytes, WriteJson, WriteNdjson, WriteToml,
    WriteXml, WriteYaml,
};

/// Synonyms, in rows. A word may be in several rows.
const SAME: &[&str] = &[
    "delete remove rm erase unlink destroy trash purge wipe discard rid",
    "directory dir folder",
    "create make new generate mk",
    "write save store put dump overwrite persist",
    "read load open view cat show print",
    "search grep find locate look occurrence mention where contain",
    "replace substitute swap sed edit modify change refactor",
    "update modify change set edit patch bump",
    "move mv rename relocate",
    "copy cp duplicate clone backup",
    "list ls enumerate show",
    "name filename called basename",
    "archive tar zip tarball tgz bundle",
    "pack bundle zip tar",
    "extract unpack unzip untar expand unarchive",
    "compress gzip gz zip shrink deflate",
    "decompress gunzip ungzip inflate uncompress unzip",
    "hash checksum digest sha sha1 sha256 md5 fingerprint",
    "compare diff difference differ delta same equal identical",
    "link symlink symbolic shortcut alias",
    "exist present missing available",
    "type kind mime format detect",
    "size big bigger biggest large larger largest small smaller smallest length huge heavy",
    "byte binary buffer raw image blob",
    "tree hierarchy recursive recursively nested structure subdirectory subfolder below",
    "count number total statistic summary many much",
    "append add end log",
    "insert add push",
    "json jsonc config package tsconfig",
    "glob pattern wildcard match extension",
    "regex regexp regular expression",
    "text string word phrase",
    "content source body",
    "preview dry plan review simulate",
    "time mtime date today yesterday day recent recently newer older newest oldest",
    "value key field property member",
    "resolve normalize normalise absolute canonical",
    "join concatenate combine",
    "info information metadata detail attribute stat",
    "parse decode deserialize",
    "line row",
    "usage used uses reference referenced",
    "part range slice portion chunk section window first head some",
    "all every everywhere many multiple several project whole codebase across bulk batch",
    "apply execute commit",
    "version",
    "undo revert rollback restore back",
    "checkpoint snapshot",
    "history past earlier",
];

/// Words that say nothing about which method is wanted.
const EMPTY: &[&str] = &[
    "a an and any are as at be by can could do does each for from get given has have how i if",
    "in inside into is it its let me method my need of on one or out please should so state",
    "tell that the them there then these this those to up use want was way what when whether",
    "which will with you your under only else function call api using like not no than other",
    "over path whose without last mb kb gb js ts txt md",
];

/// Modules whose functions models call by their full names.
pub const MODULES: &[&str] = &[
    "state", "fs", "fsp", "fse", "promises", "path", "os", "shutil", "pathlib", "zlib", "tarfile",
    "zipfile",
];

/// Phrases, and the words that they stand for.
const PHRASES: &[(&str, &str)] = &[
    ("change file name", "rename"),
    ("change the name", "rename"),
    ("find and replace", "replace"),
    ("search and replace", "replace"),
    ("json path", "json query"),
    ("is it a directory", "info"),
    ("is a directory", "info"),
    ("isdirectory", "info"),
    ("is it a file", "info"),
    ("is a file", "info"),
    ("isfile", "info"),
    ("last modified", "mtime time"),
    ("when was", "time"),
    ("how many", "count"),
    ("how big", "size"),
    ("how large", "size"),
    ("how old", "time"),
    ("what is in", "list content"),
    ("what is inside", "list content"),
    ("get rid of", "delete"),
    ("look for", "search"),
    ("look up", "search"),
    ("point to", "target"),
    ("points to", "target"),
    ("take apart", "parse"),
    ("add to the end", "append"),
];

/// Names that are short for words.
const SHORT: &[(MethodId, &str)] = &[
    (Mkdir, "make directory"),
    (Readdir, "read directory"),
    (Readlink, "read link"),
    (Realpath, "real path"),
    (Rm, "remove"),
    (Cp, "copy"),
    (Mv, "move"),
];

/// Further words for a method, which its name and its documentation do not have.
#[rustfmt::skip]
const ASKED: &[(MethodId, &str)] = &[
    (ReadFile, "lines part text content source"),
    (ReadFileBytes, "binary image part base64"),
    (WriteFile, "text create new overwrite touch empty"),
    (WriteFileBytes, "binary image"),
    (AppendFile, "log line end"),
    (ReadJson, "parse config object"),
    (WriteJson, "stringify serialize pretty object create"),
    (QueryJson, "value key version nested inside get"),
    (UpdateJson, "set value key version insert merge delete package bump dependency key field property"),
    (Exists, "check missing access"),
    (Stat, "size time modified type info big old permission"),
    (Lstat, "symlink info"),
    (Mkdir, "create folder parents recursive"),
    (Readdir, "entries names content folder"),
    (ReaddirWithFileTypes, "entries subdirectories folder directory"),
    (Find, "size large empty modified recent recently newer older name type filter folder directory extension all depth list recursive recursively everything"),
    (WalkTree, "structure hierarchy nested show overview"),
    (SummarizeTree, "count total size disk usage how many files number overview"),
    (SearchText, "grep line occurrence contain word string single regex"),
    (SearchFiles, "grep all every many project contain text word occurrence usage todo reference code line regex"),
    (ReplaceInFile, "text word string substitute single line"),
    (ReplaceInFiles, "all every many several project rename symbol identifier variable refactor text word string everywhere"),
    (Rm, "folder empty directory recursive"),
    (Cp, "backup"),
    (Mv, "folder name many"),
    (Symlink, "create"),
    (Readlink, "target points destination"),
    (Realpath, "follow real"),
    (ResolvePath, "relative parent"),
    (Glob, "all every extension names wildcard list"),
    (Diff, "two unified changes"),
    (DiffContent, "text string new content proposed"),
    (RemoveTree, "folder directory recursive whole everything"),
    (CopyTree, "folder directory recursive whole"),
    (MoveTree, "folder directory whole"),
    (CreateArchive, "compress folder directory backup"),
    (ListArchive, "inside look entries content"),
    (ExtractArchive, "decompress uncompress"),
    (CompressFile, "gz smaller single"),
    (DecompressFile, "gz"),
    (HashFile, "duplicates integrity same content verify"),
    (DetectFile, "image text binary encoding"),
    (PlanEdits, "preview dry several multiple different batch review"),
    (ApplyEditPlan, "planned execute"),
    (ApplyEdits, "many several multiple batch write at once transaction atomic together"),
    (ApplyPatch, "unified diff hunk begin patch git"),
    (Outline, "symbol function class structure definition overview"),
    (Undo, "revert take back run operation mistake"),
    (History, "past run operation earlier list"),
    (Checkpoint, "snapshot point moment"),
    (Restore, "rollback return back checkpoint snapshot"),
    (ReadCsv, "parse table spreadsheet comma tsv row column header"),
    (WriteCsv, "table spreadsheet comma tsv row column header stringify export"),
    (ReadYaml, "parse yml config"),
    (WriteYaml, "yml config stringify dump"),
    (ReadToml, "parse config cargo pyproject"),
    (WriteToml, "config cargo pyproject stringify"),
    (ReadXml, "parse element attribute"),
    (WriteXml, "element attribute stringify"),
    (ReadNdjson, "parse jsonl line record"),
    (WriteNdjson, "jsonl line record stringify"),
];

/// The words that the name of a method is short for.
#[must_use]
pub fn name_in_words(id: MethodId) -> Option<&'static str> {
    SHORT
        .iter()
        .find(|(of, _)| *of == id)
        .map(|(_, words)| *words)
}

/// Further words for a method, which its name and its documentation do not have.
#[must_use]
pub fn asked_for(id: MethodId) -> Option<&'static str> {
    ASKED
        .iter()
        .find(|(of, _)| *of == id)
        .map(|(_, words)| *words)
}

/// A word without its ending: `copying`, `copies` and `copied` are `copy`.
fn stem(word: &str) -> String {
    let has_vowel = |text: &str| text.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let cut = |ending: &str| {
        let rest = word.strip_suffix(ending)?;
        (rest.len() >= 3 && has_vowel(rest)).then_some(rest)
    };
    let mut stem = if let Some(rest) = cut("ies").or_else(|| cut("ied")) {
        format!("{rest}y")
    } else if let Some(rest) = cut("ing").or_else(|| cut("ed")) {
        rest.to_owned()
    } else if !word.ends_with("ss")
        && let Some(rest) = cut("s")
    {
        rest.to_owned()
    } else {
        word.to_owned()
    };
    if stem.len() > 3 && stem.ends_with('e') {
        stem.pop();
    }
    let mut ends = stem.chars().rev();
    let is_doubled = ends.next().is_some_and(|last| ends.next() == Some(last));
    if stem.len() > 3 && is_doubled && !stem.ends_with(['a', 'e', 'i', 'o', 'u']) {
        stem.pop();
    }
    stem
}

/// Rows of words that mean the same, by the stems of the words.
pub struct Synonyms(HashMap<String, Vec<usize>>);

/// The synonyms in questions about methods.
pub static OF_METHODS: LazyLock<Synonyms> = LazyLock::new(|| Synonyms::new(SAME));

/// The synonyms in names of functions.
pub static OF_FUNCTIONS: LazyLock<Synonyms> = LazyLock::new(|| {
    Synonyms::new(&[
        "create add new open make insert post",
        "delete remove drop destroy erase",
        "update edit change modify patch set put",
        "list index enumerate show read fetch load",
        "send mail email message notify",
        "search query lookup filter",
    ])
});

impl Synonyms {
    fn new(same: &[&str]) -> Self {
        let mut rows: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, row) in same.iter().enumerate() {
            for word in row.split(' ') {
                rows.entry(stem(word)).or_default().push(index);
            }
        }
        Self(rows)
    }
}

/// What a word means: its stem, and the rows of words that mean the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    stem: String,
    rows: Vec<usize>,
}

impl Meaning {
    /// The meaning of a word.
    #[must_use]
    pub fn of(word: &str, synonyms: &Synonyms) -> Self {
        let stem = stem(word);
        let rows = synonyms.0.get(&stem).cloned().unwrap_or_default();
        Self { stem, rows }
    }

    /// Whether one word begins with the other, which is no short one.
    #[must_use]
    pub fn begins_like(&self, other: &Self) -> bool {
        let (one, other) = (&self.stem, &other.stem);
        one.len().min(other.len()) >= 4 && (one.starts_with(other) || other.starts_with(one))
    }

    /// How near two words are: 1 where they are forms of the same word.
    #[must_use]
    pub fn nearness(&self, other: &Self) -> f64 {
        /// The weight of a synonym, relative to the word itself.
        const SYNONYM: f64 = 0.8;
        if self.stem == other.stem {
            return 1.0;
        }
        let is_same = self.rows.iter().any(|row| other.rows.contains(row));
        if is_same { SYNONYM } else { 0.0 }
    }
}

/// The words of a question that mean something, some of them for several together.
#[must_use]
pub fn words_of_question(question: &str) -> Vec<String> {
    let mut question = question.to_lowercase().replace("what's", "what is");
    for (phrase, meaning) in PHRASES {
        question = question.replace(phrase, meaning);
    }
    let mut words = words(&question);
    words.retain(|word| word.contains(|c: char| c.is_ascii_alphabetic()));
    words
}

/// The words of a text that mean something, in lower case. Names are taken apart where a capital
/// begins a word.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let mut words = all_words(text);
    words.retain(|word| !is_empty(word));
    words
}

/// As [`words`], with those that say nothing.
#[must_use]
pub fn all_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for piece in text.split(|c: char| !c.is_alphanumeric()) {
        let mut word = String::new();
        let mut was_lower = false;
        for c in piece.chars() {
            if c.is_uppercase() && was_lower {
                words.push(std::mem::take(&mut word));
            }
            was_lower = c.is_lowercase() || c.is_ascii_digit();
            word.extend(c.to_lowercase());
        }
        words.push(word);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a word says nothing.
#[must_use]
pub fn is_empty(word: &str) -> bool {
    EMPTY
        .iter()
        .any(|line| line.split(' ').any(|empty| empty == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_cut() {
        for (word, expected) in [
            ("copying", "copy"),
            ("copies", "copy"),
            ("zipped", "zip"),
            ("replaced", "replac"),
            ("replace", "replac"),
            ("hashes", "hash"),
            ("compress", "compres"),
            ("compressed", "compres"),
            ("files", "fil"),
            ("string", "string"),
            ("diffs", "dif"),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(
            words("state.readFileBytes(path)"),
            ["read", "file", "bytes"]
        );
        assert_eq!(words("How do I delete a folder?"), ["delete", "folder"]);
    }
}
