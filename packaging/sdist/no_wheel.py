"""The build backend of the source distribution: says which platform has no wheel, and the way out."""

from __future__ import annotations

import io
import pathlib
import platform
import sys
import sysconfig
import tarfile

METADATA = """\
Metadata-Version: 2.4
Name: isolate-run
Version: {version}
Summary: Runs JavaScript written by language models, safely and fast, against a persistent filesystem
Requires-Python: >=3.10
License-Expression: Apache-2.0
"""


def _platform() -> str:
    """This platform, with what decides whether a wheel fits."""
    libc = " ".join(platform.libc_ver()).strip()
    words = [sysconfig.get_platform(), libc, sys.implementation.name, platform.python_version()]
    return ", ".join(word for word in words if word)


def _refuse(*_arguments: object, **_options: object) -> list[str]:
    raise SystemExit(
        f"isolate-run has no wheel for this platform ({_platform()}): there are wheels for CPython 3.10 and "
        "later on Linux (glibc 2.28 and later, and musl) and macOS, on x86-64 and ARM64; elsewhere run the "
        "command in a container and use it over HTTP or MCP. If yours is among them, update pip, which may be "
        "too old to find it."
    )


get_requires_for_build_wheel = _refuse
prepare_metadata_for_build_wheel = _refuse
build_wheel = _refuse
get_requires_for_build_editable = _refuse
build_editable = _refuse


def build_sdist(directory: str, _settings: object = None) -> str:
    """Writes the source distribution: these files, and what describes them."""
    here = pathlib.Path(__file__).parent
    manifest = (here / "pyproject.toml").read_text()
    version = manifest.split('\nversion = "')[1].split('"')[0]
    name = f"isolate_run-{version}"
    files = {
        "PKG-INFO": METADATA.format(version=version).encode(),
        "no_wheel.py": pathlib.Path(__file__).read_bytes(),
        "pyproject.toml": manifest.encode(),
    }
    with tarfile.open(pathlib.Path(directory, f"{name}.tar.gz"), "w:gz") as archive:
        for file, content in files.items():
            member = tarfile.TarInfo(f"{name}/{file}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return f"{name}.tar.gz"


if __name__ == "__main__":
    print(build_sdist(sys.argv[1]))
