//! Sessions on a directory of the disk.

use std::fs;
use std::path::PathBuf;

use isolate_agent::scripted::{Endpoint, Said};
use isolate_agent::{Api, Asking, Folder, Kept, Next, Stop};
use isolate_host::{Functions, Workspace};
use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::World;

/// A directory with files, and a session on it.
pub(crate) struct Project {
    folder: TempDir,
    pub(crate) world: World,
}

impl Project {
    pub(crate) async fn new(files: &[(&str, &str)], said: Vec<Said>) -> Self {
        let endpoint = Endpoint::saying(Api::OpenAi, said).await.unwrap();
        Self::with(files, endpoint)
    }

    pub(crate) fn with(files: &[(&str, &str)], endpoint: Endpoint) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().join("project");
        fs::create_dir(&top).unwrap();
        for (name, text) in files {
            fs::write(top.join(name), text).unwrap();
        }
        let options = Workspace::builder().busy_timeout(std::time::Duration::from_secs(60));
        let opened = Folder::open(&top, &folder.path().join("state"), &options).unwrap();
        let workspace = opened.workspace().unwrap();
        let mut world = World::over(workspace, endpoint, 100_000_000, Functions::new());
        world.session = world.session.with_folder(opened);
        Self { folder, world }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join("project").join(name)
    }

    pub(crate) fn on_disk(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.at(name)).ok()
    }

    /// Names in the directory.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.at("")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// A turn, and what becomes of its changes.
    async fn turn(&mut self, said: &str, asking: &mut Asking<'_>) -> Kept {
        let session = &mut self.world.session;
        let turn = session.turn(Some(said), &Stop::new()).await;
        match turn.ops.is_empty() {
            true => Kept::Here,
            false => session.offer(asking).await,
        }
    }

    fn command(&mut self, line: &str) {
        assert_eq!(self.world.session.command(line), Next::Line);
    }

    /// What was shown since the last look.
    fn shown_after(&mut self, before: usize) -> String {
        self.world.screen()[before..].to_owned()
    }
}

fn writing(path: &str, text: &str) -> Said {
    Said::run(&format!("() => state.writeFile({path:?}, {text:?})"))
}

#[tokio::test]
async fn a_turn_is_shown_and_written_after_a_yes_and_taken_back_on_the_disk() {
    let said = vec![
        writing("/a.txt", "two\n"),
        writing("/new.txt", "new\n"),
        Said::text("Done."),
        writing("/a.txt", "three\n"),
        Said::text("Done too."),
    ];
    let mut project = Project::new(&[("a.txt", "one\n"), ("b.txt", "b\n")], said).await;
    let (sender, mut lines) = mpsc::unbounded_channel();
    sender.send("n".to_owned()).unwrap();
    let kept = project.turn("first", &mut Asking::Person(&mut lines)).await;
    assert_eq!(kept, Kept::NotWritten);
    assert_eq!(project.on_disk("a.txt").unwrap(), "one\n");
    assert_eq!(project.world.read("/a.txt").unwrap(), "two\n");
    let screen = project.world.screen();
    let offered = screen.find("yet:\n").unwrap();
    for text in [
        "--- a/a.txt\n  +++ b/a.txt\n  @@ -1,1 +1,1 @@\n  -one\n  +two\n",
        "+new\n",
        "  +1\t-1\tchanged /a.txt\n  +1\t-0\tcreated /new.txt\n",
        "Write these changes to ",
        "nothing was written; /write writes it",
    ] {
        assert!(screen[offered..].contains(text), "{text} in {screen}");
    }
    project.command("/write");
    assert_eq!(project.on_disk("a.txt").unwrap(), "two\n");
    assert_eq!(project.on_disk("new.txt").unwrap(), "new\n");

    sender.send("yes".to_owned()).unwrap();
    let kept = project.turn("again", &mut Asking::Person(&mut lines)).await;
    assert_eq!(kept, Kept::Written);
    assert_eq!(project.on_disk("a.txt").unwrap(), "three\n");

    // Each undo takes one turn back.
    project.command("/undo");
    assert_eq!(project.on_disk("a.txt").unwrap(), "two\n");
    assert_eq!(project.world.read("/a.txt").unwrap(), "two\n");
    project.command("/undo");
    assert_eq!(project.on_disk("a.txt").unwrap(), "one\n");
    assert_eq!(project.world.read("/a.txt").unwrap(), "one\n");
    assert_eq!(project.names(), ["a.txt", "b.txt"]);
    assert!(
        project
            .world
            .screen()
            .ends_with("2 runs of the last turn are taken back, on the disk too\n")
    );
}

#[tokio::test]
async fn nothing_is_written_without_a_yes() {
    let said = vec![
        writing("/a.txt", "two\n"),
        Said::text("Done."),
        Said::text("Nothing to do."),
    ];
    let mut project = Project::new(&[("a.txt", "one\n")], said).await;
    let kept = project.turn("do it", &mut Asking::Nobody).await;
    assert_eq!(kept, Kept::NotWritten);
    let screen = project.world.screen();
    assert!(
        screen.contains("there is no terminal to ask on; --yes writes"),
        "{screen}"
    );
    // The end of the input is a no.
    let (sender, mut lines) = mpsc::unbounded_channel();
    drop(sender);
    let kept = project
        .world
        .session
        .offer(&mut Asking::Person(&mut lines))
        .await;
    assert_eq!(kept, Kept::NotWritten);
    // A turn without changes offers nothing.
    let before = project.world.screen().len();
    project.turn("and now?", &mut Asking::Yes).await;
    assert!(!project.shown_after(before).contains("yet:"));
    assert_eq!(project.on_disk("a.txt").unwrap(), "one\n");
    assert!(!project.folder.path().join("state").exists());
    // What is taken back here needs no write.
    project.command("/undo");
    assert_eq!(
        project.world.session.offer(&mut Asking::Yes).await,
        Kept::Here
    );
}

#[tokio::test]
async fn a_turn_without_an_answer_is_not_written_by_itself() {
    let said = vec![
        writing("/a.txt", "two\n"),
        Said::Status(400, Vec::new(), "no".to_owned()),
    ];
    let mut project = Project::new(&[("a.txt", "one\n")], said).await;
    let kept = project.turn("do it", &mut Asking::Yes).await;
    assert_eq!(kept, Kept::NotWritten);
    assert_eq!(project.on_disk("a.txt").unwrap(), "one\n");
    project.command("/write");
    assert_eq!(project.on_disk("a.txt").unwrap(), "two\n");
}

#[tokio::test]
async fn a_conflict_on_the_disk_is_told_with_the_way_out() {
    let said = vec![
        writing("/a.txt", "mine\n"),
        Said::text("Done."),
        writing("/a.txt", "mine again\n"),
        Said::text("Done."),
    ];
    let mut project = Project::new(&[("a.txt", "one\n"), ("b.txt", "b\n")], said).await;
    // Changed after the turn had looked at the disk.
    project.turn("do it", &mut Asking::Nobody).await;
    fs::write(project.at("a.txt"), "of somebody else\n").unwrap();
    let before = project.world.screen().len();
    assert_eq!(
        project.world.session.offer(&mut Asking::Yes).await,
        Kept::NotWritten
    );
    let shown = project.shown_after(before);
    assert!(shown.contains("a.txt: has changed on the disk"), "{shown}");
    assert!(
        shown.contains("/reload drops what is not written"),
        "{shown}"
    );
    assert_eq!(project.on_disk("a.txt").unwrap(), "of somebody else\n");
    project.command("/reload");
    // Files are another workspace now: the terminal and the programs have it.
    let kept = project.turn("again", &mut Asking::Yes).await;
    assert_eq!(kept, Kept::Written);
    assert_eq!(project.on_disk("a.txt").unwrap(), "mine again\n");
    project.command("/undo");
    assert_eq!(project.on_disk("a.txt").unwrap(), "of somebody else\n");
}

#[tokio::test]
async fn the_disk_is_looked_at_before_each_turn() {
    let said = vec![
        writing("/a.txt", "two\n"),
        Said::text("Done."),
        Said::run(
            "async () => (await state.readFile('/b.txt')) + (await state.readFile('/a.txt'))",
        ),
        Said::text("I see."),
    ];
    let mut project = Project::new(&[("a.txt", "one\n"), ("b.txt", "b\n")], said).await;
    assert_eq!(project.turn("do it", &mut Asking::Yes).await, Kept::Written);
    fs::write(project.at("b.txt"), "b of somebody else\n").unwrap();
    project.turn("look", &mut Asking::Yes).await;
    assert!(project.world.screen().contains("was read again"));
    assert!(
        project.world.told(3).contains("b of somebody else\ntwo"),
        "{}",
        project.world.told(3)
    );
    // The turn before is taken back on the disk, which has the checks of `undo --dir`.
    fs::write(project.at("a.txt"), "a of somebody else\n").unwrap();
    project.command("/undo");
    let screen = project.world.screen();
    assert!(
        screen.ends_with("a.txt: has changed since it was written\n"),
        "{screen}"
    );
    assert_eq!(project.on_disk("a.txt").unwrap(), "a of somebody else\n");
    fs::write(project.at("a.txt"), "two\n").unwrap();
    project.command("/undo");
    assert_eq!(project.on_disk("a.txt").unwrap(), "one\n");
    project.command("/cat /a.txt");
    assert!(project.world.screen().ends_with("one\n"));
}

/// All of it or nothing: the files of the session stay what the disk has not.
#[tokio::test]
async fn an_undo_that_the_disk_refuses_changes_nothing() {
    let said = vec![writing("/a.txt", "two\n"), Said::text("Done.")];
    let mut project = Project::new(&[("a.txt", "one\n")], said).await;
    project.turn("do it", &mut Asking::Yes).await;
    fs::write(project.at("a.txt"), "of somebody else\n").unwrap();
    let before = project.world.screen().len();
    project.command("/undo");
    let shown = project.shown_after(before);
    assert!(
        shown.contains("nothing was taken back: ") && shown.contains("a.txt"),
        "{shown}"
    );
    assert_eq!(project.on_disk("a.txt").unwrap(), "of somebody else\n");
    assert_eq!(project.world.read("/a.txt").unwrap(), "two\n");
}

/// Long output is kept in the workspace, and not in the directory.
#[tokio::test]
async fn long_output_is_not_written_to_the_directory() {
    let code =
        "async () => { await state.writeFile('/a.txt', 'two'); return 'long '.repeat(20000) }";
    let said = vec![Said::run(code), Said::text("Done.")];
    let mut project = Project::new(&[("a.txt", "one")], said).await;
    project.turn("do it", &mut Asking::Yes).await;
    assert!(
        project.world.told(1).contains("/.runs/"),
        "{}",
        project.world.told(1)
    );
    assert_eq!(project.names(), ["a.txt"]);
    assert_eq!(project.on_disk("a.txt").unwrap(), "two");
}
