"""Scoring on a real local Ray cluster: the same outcomes as at home, also when something dies.

Marked `integration`: the extra `ray` is needed, and starting a cluster takes some ten seconds.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import evaluate_benchmark as harness

pyarrow = pytest.importorskip("pyarrow")
ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")

import ray_scoring  # noqa: E402

pytestmark = [
    pytest.mark.integration,
    pytest.mark.filterwarnings("ignore"),  # Ray's own, about itself
]

HOSTILE = (
    r"\boxed{9^{9^{9^{9}}}}",
    r"\boxed{1.0E999999999}",
    r"\boxed{" + "{" * 500 + "1" + "}" * 500 + "}",
    r"(10^9)!",
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two cores on this machine."""
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=200 << 20,
        logging_level="ERROR",
        log_to_driver=False,
        runtime_env={"py_modules": ray_scoring._own_modules()},
    )
    yield ray
    ray.shutdown()


def rows(count: int) -> list[tuple[str, str | None]]:
    """Pairs of many kinds, a hostile one and a null among them."""
    made: list[tuple[str, str | None]] = []
    for number in range(count):
        if number % 50 == 17:
            made.append(("7", HOSTILE[number // 50 % len(HOSTILE)]))
        elif number % 50 == 33:
            made.append(("7", None))
        else:
            made.append((rf"\frac{{{number}}}{{2}}", rf"It is $\boxed{{{number / 2 + (number % 5 == 0)}}}$."))
    return made


def table_of(pairs: list[tuple[str, str | None]]) -> Any:
    """The pairs as a table with a column of one's own."""
    return pyarrow.table(
        {"id": list(range(len(pairs))), "gold": [g for g, _ in pairs], "response": [r for _, r in pairs]}
    )


def test_a_table_comes_back_as_score_batch_makes_it(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Same rows, same order, same columns, over several blocks and actors."""
    monkeypatch.setattr(ray_scoring, "BLOCK_ROWS", 64)
    table = table_of(rows(400))
    assert ray_scoring.score_with_ray(table).equals(harness.score_batch(table))


def test_batches_come_back_with_their_places_and_texts_that_arrow_cannot_hold(cluster: Any) -> None:
    """Every place once, with the outcome of a local run; lone surrogates are scored at home."""
    pairs = [*rows(100), ("1", "\\boxed{1} \ud800")]
    batches = [harness.Batch(n, [2 * n, 2 * n + 1], pairs[2 * n : 2 * n + 2]) for n in range(50)]
    batches.append(harness.Batch(50, [100], pairs[100:]))
    found: dict[int, harness.Outcome] = {}
    for batch, outcomes in ray_scoring.score_batches_with_ray(batches):
        assert all(place // 2 == batch.number for place in batch.places)
        found.update(zip(batch.places, outcomes, strict=True))
    assert [found[place] for place in range(101)] == harness.score_pairs(pairs, harness.DEFAULT_TIERS)


def test_a_killed_actor_costs_nothing(cluster: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The block of an actor that dies is scored again; nothing is lost, nothing comes twice."""
    mark = str(tmp_path / "one has died")

    class Mortal(ray_scoring.BlockScorer):
        """An actor of which the first one to get the fifth block is killed."""

        def __call__(self, block: Any) -> Any:
            """The outcomes, from all but one."""
            if block.column("place")[0].as_py() == 40 and not os.path.exists(mark):
                with open(mark, "x"):
                    os.kill(os.getpid(), signal.SIGKILL)
            return super().__call__(block)

    monkeypatch.setattr(ray_scoring, "BLOCK_ROWS", 10)
    monkeypatch.setattr(ray_scoring, "BlockScorer", Mortal)
    pairs = rows(200)
    found: dict[int, harness.Outcome] = {}
    for batch, outcomes in ray_scoring.score_batches_with_ray(
        [harness.Batch(0, list(range(len(pairs))), pairs)]
    ):
        assert not found.keys() & set(batch.places)
        found.update(zip(batch.places, outcomes, strict=True))
    assert os.path.exists(mark)
    assert [found[place] for place in range(len(pairs))] == harness.score_pairs(pairs, harness.DEFAULT_TIERS)


def test_a_scorer_that_dies_is_replaced() -> None:
    """An actor's worker process that was killed is started anew, and its block scored."""
    scorer = ray_scoring.BlockScorer(harness.DEFAULT_TIERS)
    victim = scorer._worker._process
    os.kill(victim.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while victim.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    block = next(ray_scoring._blocks_of([(0, 0, "1", r"\boxed{1}"), (0, 1, "2", r"\boxed{3}")]))
    assert scorer(block).column("correct").to_pylist() == [True, False]
    scorer._worker.close()


def test_a_missing_column_is_an_input_error() -> None:
    """As `score_batch` says it, before any cluster is asked."""
    with pytest.raises(harness.InputError, match="no column `response`"):
        ray_scoring.score_with_ray(pyarrow.table({"gold": ["1"]}))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_an_address_where_nothing_listens_is_an_input_error(address: str) -> None:
    """At once, with the address in the message."""
    with pytest.raises(harness.InputError, match="nothing answers there"):
        ray_scoring._refuse_deaf(address)
