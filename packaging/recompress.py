"""Makes packages smaller: `recompress.py FILE...`, wheels (.whl) and packages of npm (.tgz), in place.

Both formats compress with DEFLATE, which `maturin` and npm do quickly. Zopfli needs minutes for what is read by
the same readers and is 4 % smaller. What the packages contain stays the same, byte for byte, in the same order.
"""

from __future__ import annotations

import gzip
import os
import pathlib
import sys
import zipfile

import zopfli

# How often each block is searched again: more saves less than 0.1 %.
SEARCH = {"iterations": 5, "block_splitting_max": 0}


def wheel(old: pathlib.Path, new: pathlib.Path) -> None:
    with zipfile.ZipFile(old) as source, zopfli.ZipFile(new, "w", **SEARCH) as target:
        for entry in source.infolist():
            target.writestr(entry, source.read(entry))
    with zipfile.ZipFile(old) as source, zipfile.ZipFile(new) as target:
        same = _entries(source) == _entries(target)
    if not same:
        raise SystemExit(f"{old}: compressed again, it would have other contents; it was left as it is")


def _entries(archive: zipfile.ZipFile) -> list[object]:
    return [
        (entry.filename, entry.date_time, entry.external_attr, archive.read(entry))
        for entry in archive.infolist()
    ]


def npm(old: pathlib.Path, new: pathlib.Path) -> None:
    contents = gzip.decompress(old.read_bytes())
    compressor = zopfli.ZopfliCompressor(zopfli.ZOPFLI_FORMAT_GZIP, **SEARCH)
    new.write_bytes(compressor.compress(contents) + compressor.flush())
    if gzip.decompress(new.read_bytes()) != contents:
        raise SystemExit(f"{old}: compressed again, it would have other contents; it was left as it is")


FORMATS = {".whl": wheel, ".tgz": npm}


def recompress(package: pathlib.Path) -> None:
    compress = FORMATS.get(package.suffix)
    if compress is None:
        raise SystemExit(f"{package} is no package: its name ends in none of {', '.join(FORMATS)}")
    if not package.is_file():
        raise SystemExit(f"{package} is no file")
    before = package.stat().st_size
    new = package.with_name(package.name + ".new")
    try:
        compress(package, new)
        after = new.stat().st_size
        if after < before:
            os.replace(new, package)
        print(f"{package.name}: {before} bytes, {min(before, after)} compressed again")
    finally:
        new.unlink(missing_ok=True)


def main(names: list[str]) -> None:
    if not names:
        raise SystemExit("recompress.py FILE...: wheels (.whl) and packages of npm (.tgz)")
    for name in names:
        recompress(pathlib.Path(name))


if __name__ == "__main__":
    main(sys.argv[1:])
