"""Hypothesis profiles: the same examples on every run, and a blob to repeat a failure with."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "reproducible", derandomize=True, print_blob=True, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
settings.load_profile("reproducible")
