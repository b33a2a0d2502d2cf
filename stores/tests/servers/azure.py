# Serves Azure Blob Storage by the program of its first argument until its input ends, makes a container,
# and prints its address.
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
