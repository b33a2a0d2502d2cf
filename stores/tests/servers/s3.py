# Serves S3 until its input ends, and prints its port. moto looks first and writes later, so that it
# has two winners once in a while: here it does one request after the other.
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
