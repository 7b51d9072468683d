"""The lines of a file, plain or compressed.

    byte_lines(path, max_bytes) -> lines

Every run reads this way, so the module loads nothing that costs time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, cast

from input_files.errors import InputError


class _ZstdStream:
    """The bytes of a zstd file; it notices a cut end, as the library does not."""

    def __init__(self, raw: IO[bytes]) -> None:
        """Read from `raw`; raises InputError when zstandard is not installed."""
        try:
            import zstandard
        except ImportError:
            raise InputError("reading .zst needs the package zstandard: pip install zstandard") from None
        self._raw, self._zstandard = raw, zstandard

    def chunks(self) -> Iterator[bytes]:
        """Decompressed pieces; EOFError when the file ends inside a frame."""
        frame, fresh = self._zstandard.ZstdDecompressor().decompressobj(), True
        while piece := self._raw.read(1 << 18):
            while piece:
                fresh = False
                try:
                    yield frame.decompress(piece)
                except self._zstandard.ZstdError as error:
                    raise OSError(f"damaged zstd data: {error}") from None
                piece = b""
                if frame.eof:
                    piece = frame.unused_data
                    frame, fresh = self._zstandard.ZstdDecompressor().decompressobj(), True
        if not fresh:
            raise EOFError("compressed file ended before its end marker")


def _lines_of_chunks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a stream of byte pieces."""
    held: list[bytes] = []
    for chunk in chunks:
        first, newline, rest = chunk.partition(b"\n")
        held.append(first)
        if not newline:
            continue
        yield b"".join(held)
        *whole, last = rest.split(b"\n")
        yield from whole
        held = [last]
    if last_line := b"".join(held):
        yield last_line


def _lines_of_file(stream: IO[bytes], max_bytes: int) -> Iterator[bytes]:
    """The lines of an open file; one longer than the limit comes cut short."""
    while line := stream.readline(max_bytes + 1):
        if len(line) > max_bytes and not line.endswith(b"\n"):
            while (more := stream.readline(max_bytes)) and not more.endswith(b"\n"):
                pass
        yield line


def byte_lines(path: str, max_bytes: int) -> Iterator[bytes]:
    """The lines of a plain, gzip or zstd file, told apart by first bytes.

    A line longer than `max_bytes` is cut where it is met; compressed with zstd it comes whole.
    Raises InputError when the file cannot be opened, EOFError or OSError when it ends early or is damaged.
    """
    try:
        raw = open(path, "rb")  # noqa: SIM115 - closed below, after the last line
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    with raw:
        magic = raw.peek(4)[:4]
        if magic.startswith(b"\x1f\x8b"):
            import gzip
            import zlib

            try:
                with gzip.open(raw) as unpacked:
                    yield from _lines_of_file(cast("IO[bytes]", unpacked), max_bytes)
            except zlib.error as error:
                raise OSError(f"damaged gzip data: {error}") from None
        elif magic == b"\x28\xb5\x2f\xfd":
            yield from _lines_of_chunks(_ZstdStream(raw).chunks())
        elif magic[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise InputError(f"{path}: is UTF-16; convert it: iconv -f UTF-16 -t UTF-8 {path} > utf8.jsonl")
        else:
            yield from _lines_of_file(raw, max_bytes)
