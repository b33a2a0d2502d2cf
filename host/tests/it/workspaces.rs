//! Many workspaces in one process.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use isolate_host::text::VPath;
use isolate_host::vfs::{LogOptions, RunState};
use isolate_host::{
    CancelToken, ErrorKind, FunctionError, Functions, RunOptions, Sandbox, Value, Workspaces,
};
use tokio::sync::Semaphore;

use crate::{one_thread, result, run};

#[test]
fn a_workspace_is_made_when_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path().join("data")).unwrap();
    assert!(workspaces.find("ann").unwrap().is_none());
    assert!(workspaces.names().unwrap().is_empty());
    let sandbox = one_thread();
    let ann = workspaces.open("ann").unwrap();
    run(&sandbox, &ann, "state.writeFile('/a', 'of ann')");
    let again = workspaces.open("ann").unwrap();
    assert_eq!(
        result(&run(&sandbox, &again, "state.readFile('/a')")),
        r#""of ann""#
    );
    let ben = workspaces.open("ben.1").unwrap();
    assert_eq!(result(&run(&sandbox, &ben, "state.readdir('/')")), "[]");
    std::fs::write(folder.path().join("data/Other.sqlite"), "").unwrap();
    assert_eq!(workspaces.names().unwrap(), ["ann", "ben.1"]);
    assert!(workspaces.find("ann").unwrap().is_some());
}

#[test]
fn names_that_are_no_file_of_their_own_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path()).unwrap();
    let long = "a".repeat(101);
    for (name, reason) in [
        ("", "it is empty"),
        (
            "..",
            "the first character is a lower-case letter or a digit",
        ),
        (
            "a/b",
            "it may have lower-case letters, digits, dots, dashes and underscores",
        ),
        (
            "a\0b",
            "it may have lower-case letters, digits, dots, dashes and underscores",
        ),
        (
            "Ann",
            "the first character is a lower-case letter or a digit",
        ),
        (
            "aNN",
            "it may have lower-case letters, digits, dots, dashes and underscores",
        ),
        ("é", "the first character is a lower-case letter or a digit"),
        (&long, "it has more than 100 characters"),
    ] {
        for error in [
            workspaces.open(name).unwrap_err(),
            workspaces.find(name).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Refused);
            assert!(error.to_string().ends_with(reason), "{error}");
        }
    }
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = Workspaces::new(&file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert_eq!(error.path(), Some(file.as_path()));
}

/// Descriptors of this process, which runs one test.
#[cfg(target_os = "linux")]
fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Also where every one of them is still held.
#[cfg(target_os = "linux")]
#[test]
fn what_is_idle_is_closed_beyond_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::builder()
        .idle_connections(4)
        .open(folder.path())
        .unwrap();
    let sandbox = one_thread();
    run(&sandbox, &workspaces.open("first").unwrap(), "1");
    let before = descriptors();
    let mut held = Vec::new();
    for number in 0..30 {
        let workspace = workspaces.open(&format!("user-{number}")).unwrap();
        run(&sandbox, &workspace, "state.writeFile('/a', 'x')");
        held.push(workspace);
    }
    let most = before + 4 * 3;
    assert!(
        descriptors() <= most,
        "{} descriptors, {before} before",
        descriptors()
    );
    for workspace in &held {
        assert_eq!(
            result(&run(&sandbox, workspace, "state.readFile('/a')")),
            r#""x""#
        );
    }
    assert!(descriptors() <= most);
    drop((held, workspaces));
    assert!(descriptors() <= before);
}

/// A workspace that is removed leaves nothing, and one that somebody has stays.
#[test]
fn a_workspace_is_removed_when_nobody_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path()).unwrap();
    let path = VPath::parse("/a").unwrap();
    let workspace = workspaces.open("ann").unwrap();
    workspace.tree().unwrap().write(&path, b"x").unwrap();
    let busy = workspaces.remove("ann").unwrap_err();
    assert_eq!(busy.kind(), ErrorKind::Busy);
    assert!(busy.to_string().contains("ann is in use"), "{busy}");
    drop(workspace);
    assert!(workspaces.remove("ann").unwrap());
    assert!(!workspaces.remove("ann").unwrap());
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    let fresh = workspaces.open("ann").unwrap();
    assert!(!fresh.tree().unwrap().exists(&path).unwrap());
    let wrong = workspaces.remove("../ann").unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::Refused);
}

/// Runs that wait give their connections away once many are in use, and go on with others.
#[cfg(target_os = "linux")]
#[test]
fn runs_that_wait_hold_no_descriptors() {
    const RUNS: usize = 120;
    const WORKSPACES: usize = 4;
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::builder()
        .idle_connections(8)
        .open(folder.path())
        .unwrap();
    let places = u32::try_from(RUNS).unwrap();
    let sandbox = Sandbox::builder()
        .threads(2)
        .runs(places)
        .runs_of_workspace(places)
        .build()
        .unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .unwrap();
    let begun = Arc::new(AtomicUsize::new(0));
    let answers = Arc::new(Semaphore::new(0));
    let mut functions = Functions::new();
    let (count, gate) = (Arc::clone(&begun), Arc::clone(&answers));
    functions
        .namespace("tools")
        .add_dynamic("slow", move |value: Value, _| {
            count.fetch_add(1, Ordering::SeqCst);
            let gate = Arc::clone(&gate);
            async move {
                drop(gate.acquire().await);
                Ok::<_, FunctionError>(value)
            }
        })
        .timeout(Duration::from_secs(120));
    let code = "async (n) => {
        await state.writeFile(`/${n}`, 'before ');
        const answer = await tools.slow(`${n}`);
        await state.appendFile(`/${n}`, answer);
        return await state.readFile(`/${n}`);
    }";
    let opened: Vec<_> = (0..WORKSPACES)
        .map(|number| workspaces.open(&format!("w{number}")).unwrap())
        .collect();
    let before = descriptors();
    let token = CancelToken::new();
    let runs: Vec<_> = (0..RUNS)
        .map(|number| {
            let mut options = RunOptions::new()
                .timeout(Duration::from_secs(120))
                .functions(functions.clone())
                .input(&number)
                .unwrap();
            if number % 3 == 0 {
                options = options.atomic();
            }
            if number % 10 == 0 {
                options = options.cancel(token.clone());
            }
            let request = sandbox
                .run(&opened[number % WORKSPACES], code)
                .options(options);
            runtime.spawn(async move { request.await.unwrap() })
        })
        .collect();
    let until = Instant::now() + Duration::from_secs(60);
    while begun.load(Ordering::SeqCst) < RUNS {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(10));
    }
    // The last ones have begun to wait a moment after their call. Each would hold two or three.
    while descriptors() > before + 120 {
        assert!(Instant::now() < until, "{before} {}", descriptors());
        std::thread::sleep(Duration::from_millis(10));
    }
    token.cancel();
    answers.add_permits(RUNS);
    for (number, run) in runs.into_iter().enumerate() {
        let run = runtime.block_on(run).unwrap();
        match number % 10 {
            0 => assert!(
                format!("{:?}", run.outcome).contains("ancel"),
                "{}",
                result(&run)
            ),
            _ => assert_eq!(run.result::<String>().unwrap(), format!("before {number}")),
        }
    }
    // A run that could not be closed while others wrote is closed with its connection.
    drop((opened, workspaces));
    let workspaces = Workspaces::new(folder.path()).unwrap();
    for number in 0..WORKSPACES {
        let workspace = workspaces.open(&format!("w{number}")).unwrap();
        let tree = workspace.tree().unwrap();
        let log = tree.log(&LogOptions::default()).unwrap();
        let open = log.iter().filter(|run| run.state == RunState::Open).count();
        assert_eq!(open, 0, "{number}");
    }
}
