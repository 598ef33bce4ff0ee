"""The benchmarks: ``python -m benchmarks``, or ``gametree bench``. Read README.md for what the ratios mean."""
