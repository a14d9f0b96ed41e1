"""What each game adds to the shared suite: one module per game, each with a `BENCH` (see tests/harness/bench.py)."""
