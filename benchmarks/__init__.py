"""Measurements of the harness: peers side by side, start-up, scale, and where the time goes.  See README.md."""
