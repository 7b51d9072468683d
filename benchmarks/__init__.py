"""Measurements of the harness: peers side by side, start-up, scale, where the time goes (README.md)."""
