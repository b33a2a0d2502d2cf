#!/bin/sh
# Writes the files of an image: `rootfs.sh COMMAND FOLDER`. These are the command, the libraries that it is
# linked to, the certificates that requests are checked with, and a user. There is no shell.
set -eu
command=$1
root=$2

mkdir -p "$root/usr/bin" "$root/etc/ssl/certs" "$root/data" "$root/tmp"
chmod 1777 "$root/tmp"
install -m 755 "$command" "$root/usr/bin/isolate-run"
# The names that the loader looks for, with what they are links to.
ldd "$command" | grep -o '/[^ ]*' | while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
done
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
echo 'isolate:x:65532:65532:isolate:/data:/nonexistent' >"$root/etc/passwd"
echo 'isolate:x:65532:' >"$root/etc/group"
