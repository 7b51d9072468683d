"""Where the numbers come from: input files with their hashes, versions, options.

    input_meta(name, files)        one input: file, rows, SHA-256
    package_versions(names)        the installed version of each package
    stated_options(options, …)     the options that were given

Every run states these, so the module loads nothing that costs time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse


def package_versions(names: Iterable[str]) -> dict[str, str]:
    """The installed version of each package, "not installed" without one.

    Read off the names of the `.dist-info` folders, as importlib.metadata does, whose import would cost more
    than the whole demo.
    """
    versions = dict.fromkeys(names, "not installed")
    for folder in reversed(sys.path):
        try:
            entries = os.listdir(folder or ".")
        except OSError:
            continue
        for entry in entries:
            name, _, version = entry.removesuffix(".dist-info").rpartition("-")
            name = name.replace("-", "_")
            if name in versions and entry.endswith(".dist-info"):
                versions[name] = version
    return versions


def file_meta(file: str, rows: int) -> dict[str, Any]:
    """Name, rows and SHA-256 of one file; no hash of a pipe."""
    import hashlib

    digest = None
    if os.path.isfile(file):
        with open(file, "rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return {"file": file, "rows": rows, "sha256": digest}


def input_meta(name: str, files: Mapping[str, int]) -> dict[str, Any]:
    """Name, rows and SHA-256 of an input; of several files each one's too.

    `files` are the rows of each file by its name; rows in memory have no file name.
    """
    if list(files) in ([], [""]) or list(files) == [name]:
        return file_meta(name, sum(files.values()))
    parts = [file_meta(file, rows) for file, rows in files.items()]
    return {"file": name, "rows": sum(files.values()), "sha256": None, "files": parts}


def stated_options(options: argparse.Namespace, parser: argparse.ArgumentParser) -> dict[str, Any]:
    """The options that were given, as JSON can hold them."""
    stated = {name: value for name, value in vars(options).items() if value != parser.get_default(name)}
    texts = {name: value for name, value in stated.items() if isinstance(value, (str, int))}
    lists = {name: value for name, value in stated.items() if isinstance(value, (list, tuple))}
    others = {name: str(value) for name, value in stated.items() if name not in texts and name not in lists}
    return texts | others | {
        name: [getattr(member, "text", member) for member in value] for name, value in lists.items()
    }  # fmt: skip
