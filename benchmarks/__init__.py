"""The benchmarks: ``python -m benchmarks``, or ``gametree bench``. Read README.md for what the ratios mean."""

import os

os.environ.setdefault("GAMETREE_COMPILE", "first")  # what is measured is compiled, except where (d) says otherwise
