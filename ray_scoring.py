"""Score on a Ray cluster what does not fit one machine: the same outcomes, more hands.

    score_with_ray(table)           a table with `gold` and `response` -> the same rows, verdict columns added
    score_batches_with_ray(batches) what `evaluate_benchmark.run` feeds its workers, for `--ray [ADDRESS]`

Ray Data maps blocks of rows over a pool of actors.  An actor holds one worker process of the harness, and
that process its own sandbox: a row that kills the process costs only itself (`crashed`), and an actor that is
killed is started anew and given its block again.  Outcomes do not depend on who scored what (DESIGN 8), so
the report is that of a local run.  Responses travel to the actors once and never back.

Needs the extra `ray`, and the project's dependencies on every node; its own modules are sent along.
"""

from __future__ import annotations

import itertools
import logging
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import evaluate_benchmark as harness
from evaluate_benchmark import DEFAULT_TIERS, OUTCOME_COLUMNS, Batch, BrokenEnvironment, Outcome
from input_files.errors import InputError

if TYPE_CHECKING:
    import pyarrow

# ------------------------------------------------------------------------------
# 1  Limits
# ------------------------------------------------------------------------------

BLOCK_ROWS = 2_048
BLOCK_CHARS = 4 << 20
"""A block for one actor ends at whichever comes first: it hides Ray's cost, and there are enough to share."""

CONNECT_SECONDS = 10.0
"""How long a cluster's address may take to answer."""

SHIPPED = ("answer_math", "input_files", "report_views")
"""The packages that are sent to the nodes together with the script."""

# ------------------------------------------------------------------------------
# 2  The cluster
# ------------------------------------------------------------------------------


def _ray() -> Any:
    """The module ray with its data part; raises InputError when it is not installed."""
    try:
        import ray
        import ray.data
    except ImportError:
        raise InputError("--ray needs the extra `ray`: pip install 'dgn-math-harness[ray]'") from None
    return ray


def _own_modules() -> list[Any]:
    """This module, the script and its packages, as Ray sends them to other nodes."""
    import importlib

    return [sys.modules[__name__], harness, *(importlib.import_module(name) for name in SHIPPED)]


def _refuse_deaf(address: str) -> None:
    """Raise InputError when nothing listens at `host:port`; Ray itself would try for minutes."""
    import socket

    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not (colon and port.isdigit()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS).close()
    except OSError as error:
        raise InputError(f"--ray {address}: nothing answers there: {error.strerror or error}") from None


class Cluster:
    """A connection to Ray, for a `with` block.

    One that the caller has already made is used and left alone; otherwise `address` is connected to ("auto":
    the cluster of this machine; "": one is started here), and left at the end.
    """

    def __init__(self, address: str = "") -> None:
        """Remember the address; nothing is started before the block."""
        self._address, self._ours = address, False

    def __enter__(self) -> Any:
        """The module ray, connected; raises InputError when the address does not answer."""
        ray = _ray()
        if ray.is_initialized():
            return ray
        _refuse_deaf(self._address)
        try:
            ray.init(
                address=self._address or "local",
                runtime_env={"py_modules": _own_modules()},
                logging_level=logging.ERROR,
                log_to_driver=False,
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise InputError(
                f"--ray {self._address}: no such cluster: {' '.join(str(error).split())[:200]}"
            ) from None
        self._ours = True
        return ray

    def __exit__(self, *fault: object) -> None:
        """Leave the cluster if we joined it."""
        if self._ours:
            _ray().shutdown()


class BlockScorer:
    """What an actor is: a worker process of the harness that scores one block after another."""

    def __init__(self, tiers: tuple[str, ...]) -> None:
        """Start the worker process."""
        self._worker = harness.Worker("pairs", tiers)

    def __call__(self, block: pyarrow.Table) -> pyarrow.Table:
        """The block's `number` and `place` columns with the outcomes of its rows."""
        golds, responses = block.column("gold").to_pylist(), block.column("response").to_pylist()
        pairs = list(zip(golds, responses, strict=True))
        self._worker.send(Batch(0, list(range(len(pairs))), pairs))
        _, outcomes = self._worker.receive()
        return with_outcomes(block.select(["number", "place"]), outcomes)


def with_outcomes(table: pyarrow.Table, outcomes: Sequence[Outcome]) -> pyarrow.Table:
    """The table with the columns of OUTCOME_COLUMNS added, one outcome a row."""
    import pyarrow

    rows = [harness.outcome_fields(outcome) for outcome in outcomes]
    for name, kind in OUTCOME_COLUMNS.items():
        values = [row[name] for row in rows]
        if name == "pred":  # Arrow text is UTF-8: a lone surrogate has no place in it
            values = [value.encode("utf-8", "replace").decode() for value in values]
        table = table.append_column(name, pyarrow.array(values, type=pyarrow.type_for_alias(kind)))
    return table


def _scored_blocks(
    ray: Any, blocks: Iterable[pyarrow.Table], tiers: tuple[str, ...], actors: int
) -> Iterator[pyarrow.Table]:
    """The outcomes of blocks as they are done, in any order.  Raises BrokenEnvironment.

    Blocks are handed to Ray's object store one by one, which spills to disk what memory cannot hold.
    """
    references = [ray.put(block) for block in blocks]
    if not references:
        return
    hands = actors or max(1, int(ray.cluster_resources().get("CPU", 1)))
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars, context.print_on_execution_start = False, False
    pool = ray.data.ActorPoolStrategy(size=min(hands, len(references)))
    scored = ray.data.from_arrow_refs(references).map_batches(
        BlockScorer,
        fn_constructor_kwargs={"tiers": tiers},
        batch_size=None,
        batch_format="pyarrow",
        compute=pool,
        num_cpus=1,
    )
    try:
        yield from scored.iter_batches(batch_size=None, batch_format="pyarrow")
    except ray.exceptions.RayError as error:
        broken = _cause_of(error, BrokenEnvironment)
        if broken is None:
            raise
        raise BrokenEnvironment(str(broken)) from None


def _cause_of(error: BaseException | None, kind: type[BaseException]) -> BaseException | None:
    """The first error of a kind among an error and its causes, Ray's own chain included."""
    while error is not None:
        if isinstance(error, kind):
            return error
        error = getattr(error, "cause", None) or error.__cause__
    return None


# ------------------------------------------------------------------------------
# 3  Tables and batches
# ------------------------------------------------------------------------------


def _encodable(text: str | None) -> bool:
    """Whether Arrow can hold a text: all but those with lone surrogates."""
    try:
        (text or "").encode()
    except UnicodeEncodeError:
        return False
    return True


def _blocks_of(rows: Iterable[tuple[int, int, str, str | None]]) -> Iterator[pyarrow.Table]:
    """Tables of (number, place, gold, response) rows, bounded in rows and characters."""
    import pyarrow

    text = pyarrow.large_string()
    schema = pyarrow.schema([("number", "int64"), ("place", "int64"), ("gold", text), ("response", text)])
    held: list[tuple[int, int, str, str | None]] = []
    chars = 0
    for row in itertools.chain(rows, [None]):
        if row is not None:
            held.append(row)
            chars += len(row[3] or "")
        if held and (row is None or len(held) >= BLOCK_ROWS or chars >= BLOCK_CHARS):
            columns = [list(column) for column in zip(*held, strict=True)]
            yield pyarrow.table(columns, schema=schema)
            held, chars = [], 0


def score_batches_with_ray(
    batches: Iterable[Batch], *, tiers: Sequence[str] = DEFAULT_TIERS, address: str = "", actors: int = 0
) -> Iterator[tuple[Batch, list[Outcome]]]:
    """The places of batches with their outcomes, as they are done; a batch may come in parts.

    `actors` 0: one for each core of the cluster.  Raises InputError without ray or cluster, and
    BrokenEnvironment.
    """
    here: list[tuple[int, int, str, str | None]] = []

    def rows() -> Iterator[tuple[int, int, str, str | None]]:
        """The rows that Arrow can hold; the others are kept for this process."""
        for batch in batches:
            for place, (gold, response) in zip(batch.places, batch.pairs, strict=True):
                row = (batch.number, place, gold, response)
                if _encodable(gold) and _encodable(response):
                    yield row
                else:
                    here.append(row)

    with Cluster(address) as ray:
        for block in _scored_blocks(ray, _blocks_of(rows()), tuple(tiers), actors):
            fields = block.to_pylist()
            for number, group in itertools.groupby(fields, key=lambda row: int(row["number"])):
                members = list(group)
                places = [row["place"] for row in members]
                yield Batch(number, places, []), [harness.outcome_from_fields(row) for row in members]
    for number, place, gold, response in here:
        yield Batch(number, [place], []), harness.score_pairs([(gold, response)], tiers)


def score_with_ray(
    table: pyarrow.Table, *, tiers: Sequence[str] = DEFAULT_TIERS, address: str = "", actors: int = 0
) -> pyarrow.Table:
    """What `score_batch` makes of the table, scored on a cluster: same rows, same order, same columns.

    Raises InputError when a column is missing or already there, or without ray or cluster.
    """
    harness.score_batch(table.slice(0, 0))  # its complaints about columns
    golds, responses = table.column("gold"), table.column("response")

    def rows() -> Iterator[tuple[int, int, str, str | None]]:
        """The rows, numbered."""
        for place, (gold, response) in enumerate(zip(golds, responses, strict=True)):
            yield 0, place, gold.as_py() or "", response.as_py()

    outcomes: list[Outcome | None] = [None] * table.num_rows
    with Cluster(address) as ray:
        for block in _scored_blocks(ray, _blocks_of(rows()), tuple(tiers), actors):
            for fields in block.to_pylist():
                outcomes[fields["place"]] = harness.outcome_from_fields(fields)
    return with_outcomes(table, [outcome for outcome in outcomes if outcome is not None])


__all__ = ["BlockScorer", "Cluster", "score_batches_with_ray", "score_with_ray"]
