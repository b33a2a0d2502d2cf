//! Times that programs see are those of the recorded run.

use std::time::Duration;

use isolate_host::{FunctionError, Replay, RunOptions};

use super::{File, check_same};

/// Everything that a program can learn of times.
const LOOKS: &str = "async () => {
    const times = [];
    for (const { path } of await state.find('/')) times.push([path, (await state.stat(path)).mtime, (await state.lstat(path))?.mtime]);
    for (const entry of await state.find('/')) times.push([entry.path, entry.mtime]);
    times.push((await state.history()).map(run => run.at), Date.now());
    return times;
}";

#[test]
fn times_of_files_and_directories_are_those_of_then() {
    let file = File::new();
    let plain = RunOptions::new();
    let pause = || std::thread::sleep(Duration::from_millis(3));
    let mut looks = Vec::new();
    for code in [
        "async () => { await state.writeFile('/a/b/c.txt', 'one'); await state.writeFile('/a/d', '') }",
        "async () => { await state.writeFile('/a/b/c.txt', 'one') }",
        "async () => { await state.utimes('/a/d', new Date(5), new Date(7)) }",
        "async () => { await state.touch('/a/d') }",
        "async () => { await state.utimes('/a/b', 1, 2) }",
        "async () => { await state.rm('/a/b/c.txt') }",
        "async () => { await state.mv('/a', '/z'); await state.cp('/z', '/y', { recursive: true }) }",
        "async () => { await state.symlink('/z', '/y/link'); await state.writeFile('/y/link/e', 'e') }",
        "async () => { await state.undo() }",
    ] {
        for options in [plain.clone(), plain.clone().seed(3), plain.clone().atomic()] {
            pause();
            file.run_with(code, &options);
            pause();
            check_same(&file, LOOKS, &options);
            looks.push(file.last());
        }
    }
    // Also when others have changed the same directories since.
    for run in looks {
        assert_eq!(file.replay(run), Replay::Same, "{run}");
    }
    let (_, others) = file.all();
    assert_eq!(others, [""; 0]);
}

#[test]
fn times_of_what_a_run_writes_are_those_of_then() {
    let file = File::new();
    let code = "async () => {
        const times = [];
        for (let i = 0; i < 5; i++) {
            await state.writeFile('/a' + i, '');
            times.push((await state.stat('/a' + i)).mtime, (await state.stat('/')).mtime);
        }
        return times;
    }";
    for _ in 0..3 {
        check_same(&file, code, &RunOptions::new());
        check_same(&file, code, &RunOptions::new().seed(1));
    }
    let (_, others) = file.all();
    assert_eq!(others, [""; 0]);
}

#[test]
fn time_goes_on_while_a_function_is_waited_for() {
    let file = File::new();
    let options = RunOptions::new().function("clock", "wait", |(): ()| async {
        std::thread::sleep(Duration::from_millis(20));
        Ok::<_, FunctionError>(())
    });
    let code = "async () => {
        await state.writeFile('/a', '');
        await clock.wait();
        await state.writeFile('/b', '');
        return (await state.stat('/b')).mtime - (await state.stat('/a')).mtime;
    }";
    let run = check_same(&file, code, &options);
    assert!(run.result::<f64>().unwrap() >= 15.0, "{run:?}");
    let (_, others) = file.all();
    assert_eq!(others, [""; 0]);
}

#[test]
fn files_are_found_by_their_times_again() {
    let file = File::new();
    for name in ["a", "b", "c"] {
        let code = format!("async () => {{ await state.writeFile('/{name}', '{name}') }}");
        file.run(&code);
        std::thread::sleep(Duration::from_millis(3));
    }
    let code = "async () => {
        const { mtime } = await state.stat('/b');
        const after = await state.find('/', { mtimeAfter: mtime, type: 'file' });
        const before = await state.find('/', { mtimeBefore: mtime });
        return [after, before].map(found => found.map(entry => entry.path));
    }";
    check_same(&file, code, &RunOptions::new());
    file.run("async () => { await state.writeFile('/a', 'later'); await state.rm('/c') }");
    let (_, others) = file.all();
    // The root has changed since, and what its time was then is not in the history.
    let expected =
        "4: not comparable: it searches by times of directories, which the history does not have";
    assert!(others.is_empty() || others == [expected], "{others:?}");
}
