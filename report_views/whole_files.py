"""Files that appear whole or not at all.

output_fault(path)           why a file cannot be written there, asked before the work
write_whole(path, chunks)    write it; an old file stays until the new one is whole
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from input_files.errors import InputError


def output_fault(path: str) -> str:
    """Why a report cannot be written to this path, "" when it can.

    Asked before a run, so that hours of scoring are not lost to a misspelt folder.
    """
    folder = os.path.dirname(os.path.realpath(path)) or "."
    if os.path.isdir(path):
        return "is a directory; name a file in it"
    if not os.path.isdir(folder):
        return f"the folder {folder} does not exist; create it first"
    if os.path.exists(path) and not os.path.isfile(path):
        return "" if os.access(path, os.W_OK) else "cannot be written"
    return "" if os.access(folder, os.W_OK) else f"the folder {folder} cannot be written"


def write_whole(path: str, chunks: Iterable[str]) -> None:
    """Write a file so that it is either wholly new or as it was before.

    A device or pipe is written straight. Raises InputError with the reason when it cannot be done.
    """
    target = os.path.realpath(path)
    is_special = os.path.exists(target) and not os.path.isfile(target)
    partial = target if is_special else f"{target}.{os.getpid()}.part"
    try:
        with open(partial, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(chunks)
            file.flush()
            if not is_special:
                os.fsync(file.fileno())
        if not is_special:
            os.replace(partial, target)
    except OSError as error:
        raise InputError(f"{path}: the report could not be written: {error.strerror or error}") from None
    finally:
        if not is_special and os.path.exists(partial):
            os.unlink(partial)
