"""Files that are one document instead of lines: the logs of inspect.

    log_samples(path) -> the samples of a log, None when the file is no such log

A log is a JSON object with `samples` (`.json`), or a zip of one JSON file per sample (`.eval`).
"""

from __future__ import annotations

import io
import json
import os
import struct
import zipfile
from collections.abc import Iterator
from typing import Any

from input_files.columns import Fields
from input_files.errors import InputError
from input_files.locate import natural_key

MAX_DOCUMENT_BYTES = 1 << 30
MAX_SAMPLE_BYTES = 128 << 20
ZIP_ZSTANDARD = 93
ZIP_NAME_LENGTHS_AT = 26
"""From the zip format: a method of compression, and where a local header says how long it is."""

UNREADABLE = (
    *(ValueError, EOFError, OSError, ImportError),
    *(zipfile.BadZipFile, struct.error, RuntimeError),
)
"""What reading a damaged or foreign archive may raise; RuntimeError is an encrypted or unknown one."""

SAMPLE_FIELDS = ("id", "epoch", "input", "target", "messages", "output", "metadata")


def _sample_fields(sample: Any) -> Fields:
    """The fields of a sample that scoring needs; empty for what is none."""
    fields = sample if isinstance(sample, dict) else {}
    return {name: fields[name] for name in SAMPLE_FIELDS if name in fields}


def _member(archive: zipfile.ZipFile, path: str, info: zipfile.ZipInfo) -> bytes:
    """The bytes of a member, also of one packed with zstd as inspect does.

    Raises InputError for one that is too long, and what zipfile, zstandard and the file system raise.
    """
    if info.file_size > MAX_SAMPLE_BYTES:
        raise InputError(f"{path}: {info.filename} is longer than {MAX_SAMPLE_BYTES} bytes")
    if info.compress_type != ZIP_ZSTANDARD:
        return archive.read(info)
    import zstandard

    with open(path, "rb") as file:
        file.seek(info.header_offset + ZIP_NAME_LENGTHS_AT)
        name_bytes, extra_bytes = struct.unpack("<HH", file.read(4))
        file.seek(name_bytes + extra_bytes, os.SEEK_CUR)
        packed = io.BytesIO(file.read(info.compress_size))
    unpacked = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
    try:
        return bytes(unpacked.read(MAX_SAMPLE_BYTES))
    except zstandard.ZstdError as error:
        raise OSError(f"damaged zstd data: {error}") from None


def _archived(path: str) -> Iterator[Fields]:
    """The samples of an `.eval` archive, one after the other."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [info for info in archive.infolist() if info.filename.startswith("samples/")]
            for info in sorted(members, key=lambda member: natural_key(member.filename)):
                yield _sample_fields(json.loads(_member(archive, path, info)))
    except InputError:
        raise
    except UNREADABLE as error:
        raise InputError(
            f"{path}: is not an inspect log that can be read ({error}); "
            "convert it: inspect log convert --to json"
        ) from None


def log_samples(path: str) -> Iterator[Fields] | None:
    """The samples of an inspect log, None when the file is something else.

    Raises InputError, at once or while reading, for a log that cannot be read.
    """
    if path.lower().endswith(".eval"):
        return _archived(path)
    if not path.lower().endswith(".json") or not os.path.isfile(path):
        return None
    if os.path.getsize(path) > MAX_DOCUMENT_BYTES:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except (ValueError, RecursionError, OSError):
        return None
    samples = document.get("samples") if isinstance(document, dict) and "eval" in document else None
    return map(_sample_fields, samples) if isinstance(samples, list) else None
