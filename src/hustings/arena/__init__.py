"""Games by the hundred: random saved games, benchmarks, the compile cache."""
