//! What a store is asked, and what it answers.

use std::fmt;
use std::sync::Arc;

use isolate_text::VPath;

/// The version of a file: a text that only its store understands, such as an ETag or a number. Two equal
/// versions of one path have the same bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(Arc<str>);

impl Version {
    /// A version of a text. It has 1 to 1,024 bytes; an answer with another one is refused.
    #[must_use]
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Version({:?})", &*self.0)
    }
}

/// What a path must be for a change of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Expected {
    /// Anything or nothing.
    #[default]
    Any,
    /// Nothing is there.
    Missing,
    /// It has this version.
    Version(Version),
}

/// What a store can list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listing {
    /// Nothing. `ls`, `tree`, `glob`, `grep`, `replace` and programs cannot be used.
    #[default]
    None,
    /// The entries of one directory at a time.
    Directories,
    /// Also everything below a directory in one answer: the tools that look at many files ask once.
    Subtrees,
}

macro_rules! capabilities {
    ($($(#[doc = $doc:literal])* $field:ident: $value:ty = $default:expr,)*) => {
        /// What a store can do beside reading and writing single files. By default, nothing.
        ///
        /// ```
        /// use isolate_tools::store::{Capabilities, Listing};
        ///
        /// let capabilities = Capabilities::new().versions(true).list(Listing::Subtrees).remove(true);
        /// assert!(capabilities.remove && !capabilities.rename);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Capabilities {
            $($(#[doc = $doc])* pub $field: $value,)*
        }

        impl Default for Capabilities {
            fn default() -> Self {
                Self::new()
            }
        }

        impl Capabilities {
            /// Nothing.
            #[must_use]
            pub const fn new() -> Self {
                Self { $($field: $default,)* }
            }

            $(
                $(#[doc = $doc])*
                #[must_use]
                pub const fn $field(mut self, $field: $value) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}

capabilities! {
    /// Files have versions, and changes are made only where the expected one is there. Without them, a
    /// tool compares the bytes before it writes, and says in its reply that this is not one step.
    /// Default: `false`.
    versions: bool = false,
    /// What can be listed. Default: nothing.
    list: Listing = Listing::None,
    /// Files, links and empty directories can be removed. Default: `false`.
    remove: bool = false,
    /// Files can be renamed in one step. Without it, a file that moves is written and removed.
    /// Default: `false`.
    rename: bool = false,
    /// Directories exist without files, and can be made. Without it, a directory is there while a file
    /// is below it. Default: `false`.
    directories: bool = false,
    /// There are symbolic links, which can be made. Default: `false`.
    links: bool = false,
    /// Files have permission bits, which can be set. Default: `false`.
    modes: bool = false,
    /// Files can be searched for a text where they are. With it, `grep` reads only files that may have what
    /// it looks for. Default: `false`.
    search: bool = false,
    /// Several changes can be made as one. Without it, those before one that fails are put back.
    /// Default: `false`.
    atomic: bool = false,
}

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreStat {
    /// What it is.
    pub kind: StoreKind,
    /// The version of a file, or of a link; `None` in a store without versions.
    pub version: Option<Version>,
    /// When it was last changed, in milliseconds since 1970, if the store knows that.
    pub mtime_ms: Option<i64>,
    /// Its permission bits, if the store has them.
    pub mode: Option<u32>,
}

/// What an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreKind {
    /// A file of so many bytes.
    File(u64),
    /// A directory.
    Directory,
    /// A link with this target.
    Link(String),
}

impl StoreStat {
    /// What is known of every entry.
    #[must_use]
    pub const fn new(kind: StoreKind) -> Self {
        Self {
            kind,
            version: None,
            mtime_ms: None,
            mode: None,
        }
    }

    /// A file of so many bytes.
    #[must_use]
    pub const fn file(bytes: u64) -> Self {
        Self::new(StoreKind::File(bytes))
    }

    /// A directory.
    #[must_use]
    pub const fn directory() -> Self {
        Self::new(StoreKind::Directory)
    }

    /// Sets the version.
    #[must_use]
    pub fn with_version(mut self, version: Version) -> Self {
        self.version = Some(version);
        self
    }

    /// Sets the time of the last change, in milliseconds since 1970.
    #[must_use]
    pub const fn with_mtime_ms(mut self, mtime_ms: i64) -> Self {
        self.mtime_ms = Some(mtime_ms);
        self
    }

    /// Sets the permission bits.
    #[must_use]
    pub const fn with_mode(mut self, mode: u32) -> Self {
        self.mode = Some(mode);
        self
    }
}

/// Bytes of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreBytes {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The version of the file that they are of.
    pub version: Option<Version>,
}

impl StoreBytes {
    /// Bytes, and the version that they are of.
    #[must_use]
    pub const fn new(bytes: Vec<u8>, version: Option<Version>) -> Self {
        Self { bytes, version }
    }
}

/// How far a listing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The entries of the directory.
    Entries,
    /// Everything below it.
    Subtree,
}

/// Which page of which listing is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListRequest {
    /// The directory.
    pub directory: VPath,
    /// How far the listing goes.
    pub depth: Depth,
    /// [`StorePage::next`] of the page before; `None` for the first.
    pub after: Option<String>,
    /// How many entries the page may have, at least 1.
    pub count_max: usize,
}

impl ListRequest {
    /// The first page.
    #[must_use]
    pub const fn new(directory: VPath, depth: Depth, count_max: usize) -> Self {
        Self {
            directory,
            depth,
            after: None,
            count_max,
        }
    }

    /// Sets where the page begins.
    #[must_use]
    pub fn with_after(mut self, after: Option<String>) -> Self {
        self.after = after;
        self
    }
}

/// Which files are searched, and for what.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchRequest {
    /// The directory below which everything is searched.
    pub directory: VPath,
    /// The text, which is not empty and has no line breaks.
    pub text: String,
    /// [`SearchPage::next`] of the page before; `None` for the first.
    pub after: Option<String>,
    /// How many paths the page may have, at least 1.
    pub count_max: usize,
}

impl SearchRequest {
    /// The first page.
    #[must_use]
    pub fn new(directory: VPath, text: impl Into<String>, count_max: usize) -> Self {
        Self {
            directory,
            text: text.into(),
            after: None,
            count_max,
        }
    }

    /// Sets where the page begins.
    #[must_use]
    pub fn with_after(mut self, after: Option<String>) -> Self {
        self.after = after;
        self
    }
}

/// A page of the files that a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchPage {
    /// The files. A page may have none, and not be the last.
    pub paths: Vec<VPath>,
    /// Where the next page begins; `None` if this is the last.
    pub next: Option<String>,
}

impl SearchPage {
    /// A page.
    #[must_use]
    pub const fn new(paths: Vec<VPath>, next: Option<String>) -> Self {
        Self { paths, next }
    }
}

/// A page of a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StorePage {
    /// The entries. A page may have none, and not be the last.
    pub entries: Vec<StoreEntry>,
    /// Where the next page begins; `None` if this is the last.
    pub next: Option<String>,
}

impl StorePage {
    /// A page.
    #[must_use]
    pub const fn new(entries: Vec<StoreEntry>, next: Option<String>) -> Self {
        Self { entries, next }
    }
}

/// An entry of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreEntry {
    /// Its whole path.
    pub path: VPath,
    /// What it is.
    pub stat: StoreStat,
}

impl StoreEntry {
    /// An entry.
    #[must_use]
    pub const fn new(path: VPath, stat: StoreStat) -> Self {
        Self { path, stat }
    }
}

/// One of several changes: the arguments of a method of [`FileStore`](super::FileStore).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreChange {
    /// `write`.
    Write {
        /// The file.
        path: VPath,
        /// Its new bytes.
        bytes: Vec<u8>,
        /// What the path must be.
        expected: Expected,
        /// The permission bits that it gets.
        mode: Option<u32>,
    },
    /// `remove`.
    Remove {
        /// What goes.
        path: VPath,
        /// What the path must be.
        expected: Expected,
    },
    /// `rename`.
    Rename {
        /// The old path.
        from: VPath,
        /// The new path.
        to: VPath,
        /// What the old path must be.
        expected: Expected,
    },
    /// `make_directory`.
    MakeDirectory {
        /// The directory.
        path: VPath,
    },
    /// `make_link`.
    MakeLink {
        /// The link.
        path: VPath,
        /// Where it leads.
        target: String,
    },
}

impl StoreChange {
    /// The path that the change is about; of a rename, the new one.
    #[must_use]
    pub const fn path(&self) -> &VPath {
        match self {
            Self::Write { path, .. }
            | Self::Remove { path, .. }
            | Self::Rename { to: path, .. }
            | Self::MakeDirectory { path }
            | Self::MakeLink { path, .. } => path,
        }
    }
}
